package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// playCommand plays deals by the first move of /v1/moves, until the game is won or the
// position is unwinnable. It must win every deal that is known to be winnable, and no other.
type playCommand struct {
	serviceFlags `embed:""`
	Deals        int           `help:"Deals of Klondike (solvitaire:1 and up), and as many of FreeCell (microsoft:1 and up)." default:"1000"`
	Clients      int           `help:"Concurrent bots." default:"1"`
	Deadline     time.Duration `help:"Deadline of a call." default:"2s"`
	Data         string        `help:"Where known verdicts are." default:"data" placeholder:"DIRECTORY"`
	Out          string        `help:"Append rows to this file instead of standard output, without the deals that it has already: this resumes an interrupted run." placeholder:"FILE"`
}

// match is a deal to play, and how that went.
type match struct {
	game  string
	seed  string
	truth solver.Verdict // known from elsewhere

	*bot
	verdict solver.Verdict // of the first call
	won     bool
	moves   int
	unknown int   // calls that were repeated because the verdict was unknown
	err     error // a wrong answer, or none
}

const matchHeader = "game,seed,clients,truth,verdict,won,moves,calls,unknown,refused,mean_ms,slowest_ms\n"

func (b *playCommand) Run(c console) (err error) {
	matches, err := b.matches()
	if err != nil {
		return err
	}
	out, played, err := b.open(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	matches = slices.DeleteFunc(matches, func(m *match) bool { return strings.Contains(played, "\n"+b.key(m)) })
	return b.with(c, func(s *service) error {
		var results []*match
		for m := range b.playAll(c.ctx, s, matches) {
			results = append(results, m)
			calls := m.calls.quantiles(1)
			if _, err := fmt.Fprintf(out, "%s%s,%s,%t,%d,%d,%d,%d,%s,%s\n", b.key(m), m.truth, m.verdict, m.won, m.moves,
				len(m.calls), m.unknown, m.refused, ms(m.calls.mean()), calls[0]); err != nil {
				return err
			}
			if m.err != nil {
				fmt.Fprintf(c.err, "%s %s: %v\n", m.game, m.seed, m.err)
			}
		}
		return errors.Join(b.report(c, results), c.ctx.Err())
	})
}

// key returns the beginning of a match's row, which no other row has.
func (b *playCommand) key(m *match) string {
	return fmt.Sprintf("%s,%s,%d,", m.game, m.seed, b.Clients)
}

// open opens the output, and returns the rows that it has.
func (b *playCommand) open(c console) (io.WriteCloser, string, error) {
	if b.Out == "" {
		_, err := io.WriteString(c.out, matchHeader)
		return nopCloser{c.out}, "", err
	}
	file, err := os.OpenFile(b.Out, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, "", err
	}
	rows, err := io.ReadAll(file)
	if err == nil && len(rows) == 0 {
		_, err = io.WriteString(file, matchHeader)
	}
	return file, string(rows), err
}

// playAll plays the matches, and sends each when it has ended.
func (b *playCommand) playAll(ctx context.Context, s *service, matches []*match) <-chan *match {
	todo, done := make(chan *match, len(matches)), make(chan *match, len(matches))
	for _, m := range matches {
		todo <- m
	}
	close(todo)
	var bots sync.WaitGroup
	for range b.Clients {
		bots.Go(func() {
			for m := range todo {
				if m.err = m.play(ctx, s, b.Deadline); ctx.Err() != nil {
					return
				}
				done <- m
			}
		})
	}
	go func() {
		bots.Wait()
		close(done)
	}()
	return done
}

// matches returns the deals, with their known verdicts.
func (b *playCommand) matches() ([]*match, error) {
	var reader campaign.Reader
	for _, name := range []string{"klondike.csv.gz", "free-cell-microsoft.csv.gz"} {
		file, err := os.Open(filepath.Join(b.Data, name))
		if err != nil {
			return nil, err
		}
		if err := errors.Join(reader.Read(name, file), file.Close()); err != nil {
			return nil, err
		}
	}
	sets, _, err := reader.Sets()
	if err != nil {
		return nil, err
	}
	var all []*match
	for _, game := range []string{"klondike", "free-cell"} {
		at := slices.IndexFunc(sets, func(s *campaign.ResultSet) bool { return s.Game == game })
		if at < 0 || len(sets[at].Results) < b.Deals {
			return nil, fmt.Errorf("%s has too few verdicts of %s", b.Data, game)
		}
		for _, known := range sets[at].Results[:b.Deals] {
			all = append(all, &match{game: game, seed: fmt.Sprintf("%s:%d", sets[at].Scheme, known.Seed), truth: known.Verdict, bot: new(bot)})
		}
	}
	return all, nil
}

// hint is what is read of an answer of POST /v1/moves.
type hint struct {
	Verdict solver.Verdict
	Moves   []struct{ Move game.Move }
}

const (
	maxUnknown = 10   // calls of a game with an unknown verdict
	maxMoves   = 3000 // more than any game has; a bot that plays longer goes in circles
)

// play plays the deal. The error says that an answer was wrong.
func (m *match) play(ctx context.Context, s *service, deadline time.Duration) error {
	b, err := newBot(m.game, m.seed)
	if err != nil {
		return err
	}
	m.bot = b
	for m.moves < maxMoves && !m.board.Won() {
		var h hint
		err := m.ask(ctx, s, "/v1/moves", fmt.Sprintf(`{"game":%q,"deal":%s,"deadline_ms":%d}`, m.game, m.position(), deadline.Milliseconds()), &h)
		if err != nil {
			return err
		}
		if m.moves == 0 {
			m.verdict = h.Verdict
		}
		if h.Verdict == solver.Unwinnable {
			break
		}
		if h.Verdict == solver.Unknown {
			// On a busy machine the time may not have been enough. Going on without a
			// verdict would be another game.
			if m.unknown++; m.unknown == maxUnknown {
				break
			}
			continue
		}
		if len(h.Moves) == 0 {
			return fmt.Errorf("after %d moves the position is %s, and there is no move", m.moves, h.Verdict)
		}
		if err := m.do(h.Moves[0].Move); err != nil {
			return fmt.Errorf("after %d moves: %w", m.moves, err)
		}
		m.moves++
	}
	m.won = m.board.Won()
	switch {
	case m.won && m.truth == solver.Unwinnable:
		return errors.New("won an unwinnable deal")
	case !m.won && (m.truth == solver.Winnable || m.verdict == solver.Winnable):
		return fmt.Errorf("winnable, and not won after %d moves; %d calls ended unknown", m.moves, m.unknown)
	}
	return nil
}

func (b *playCommand) report(c console, results []*match) error {
	t := newTable("game | bots | deals | winnable | won | wrong | calls | unknown | refused | p50 ms | p95 ms | p99 ms | max ms | load")
	wrong := 0
	for _, name := range []string{"klondike", "free-cell"} {
		var calls times
		deals, winnable, won, bad, unknown, refused := 0, 0, 0, 0, 0, 0
		for _, m := range results {
			if m.game != name {
				continue
			}
			deals++
			calls = append(calls, m.calls...)
			unknown += m.unknown
			refused += m.refused
			if m.truth == solver.Winnable {
				winnable++
			}
			if m.won {
				won++
			}
			if m.err != nil {
				bad++
			}
		}
		t.row(name, b.Clients, deals, winnable, won, bad, len(calls), unknown, refused, calls.quantiles(.5, .95, .99, 1), load())
		wrong += bad
	}
	err := t.write(c.err)
	if wrong > 0 {
		return fmt.Errorf("%d deals were played wrongly", wrong)
	}
	return err
}
