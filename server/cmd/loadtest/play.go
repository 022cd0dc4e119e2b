package main

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// playCommand has a bot play deals that knows nothing but the rules: it sends the
// position, makes the first move of the answer on a board of its own, which the referee
// keeps, and goes on until it has won or is told that it can't. It must win every deal
// of which it is known that it can be won, and no other.
type playCommand struct {
	serviceFlags `embed:""`
	Deals        int           `help:"Deals of Klondike (solvitaire:1 and up), and as many of FreeCell (microsoft:1 and up)." default:"1000"`
	Clients      int           `help:"Bots that play at a time." default:"1"`
	Deadline     time.Duration `help:"The deadline of a call." default:"2s"`
	Data         string        `help:"Where known verdicts are." default:"docs/data" placeholder:"DIRECTORY"`
	Out          string        `help:"Append to this file in place of standard output, leaving out the deals that it has already: so a run that was cut off goes on." placeholder:"FILE"`
}

// match is a deal to be played, and what became of it.
type match struct {
	game  string
	seed  string
	truth solver.Verdict // known from elsewhere

	verdict solver.Verdict // of the first call
	won     bool
	moves   int
	unknown int // calls after which it was not known whether the game can still be won; they were made again
	refused int // calls that the service had no room for; they were made again
	calls   times
	err     error // a wrong answer, or none
}

var matchHeader = []string{"game", "seed", "clients", "truth", "verdict", "won", "moves", "calls", "unknown", "refused", "mean_ms", "slowest_ms"}

func (b *playCommand) Run(c console) (err error) {
	matches, err := b.matches()
	if err != nil {
		return err
	}
	out, played, err := b.open(c)
	if err != nil {
		return err
	}
	defer out.Close()
	s, err := b.start(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	todo, done := make(chan *match), make(chan *match)
	var bots sync.WaitGroup
	for range b.Clients {
		bots.Go(func() {
			for m := range todo {
				if m.err = m.play(c.ctx, s, b.Deadline); c.ctx.Err() == nil {
					done <- m
				}
			}
		})
	}
	go func() {
		defer close(done)
		defer bots.Wait()
		defer close(todo)
		for _, m := range matches {
			if !played[m.key(b.Clients)] && c.ctx.Err() == nil {
				todo <- m
			}
		}
	}()

	rows := csv.NewWriter(out)
	var results []*match
	for m := range done {
		results = append(results, m)
		_ = rows.Write(m.fields(b.Clients))
		rows.Flush()
		if m.err != nil {
			fmt.Fprintf(c.err, "%s %s: %v\n", m.game, m.seed, m.err)
		}
	}
	return errors.Join(b.report(c, results), rows.Error(), c.ctx.Err())
}

func (m *match) key(clients int) [3]string { return [3]string{m.game, m.seed, strconv.Itoa(clients)} }

func (m *match) fields(clients int) []string {
	key := m.key(clients)
	total := time.Duration(0)
	for _, took := range m.calls {
		total += took
	}
	slowest := m.calls.quantiles(1)
	return append(key[:], string(m.truth), string(m.verdict), strconv.FormatBool(m.won), strconv.Itoa(m.moves),
		strconv.Itoa(len(m.calls)), strconv.Itoa(m.unknown), strconv.Itoa(m.refused),
		ms(total/time.Duration(max(1, len(m.calls)))), slowest[0])
}

// open opens what rows go to, and tells which are there already.
func (b *playCommand) open(c console) (io.WriteCloser, map[[3]string]bool, error) {
	if b.Out == "" {
		fmt.Fprintln(c.out, join(matchHeader))
		return nopCloser{c.out}, nil, nil
	}
	file, err := os.OpenFile(b.Out, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", b.Out, err)
	}
	if len(rows) == 0 {
		fmt.Fprintln(file, join(matchHeader))
	}
	played := map[[3]string]bool{}
	for _, row := range rows {
		played[[3]string(row[:3])] = true
	}
	return file, played, nil
}

// matches are the deals, with what is known of them.
func (b *playCommand) matches() ([]*match, error) {
	var all []*match
	for _, from := range []struct{ file, game, scheme string }{
		{"klondike.csv.gz", "klondike", "solvitaire"}, {"free-cell-microsoft.csv.gz", "free-cell", "microsoft"},
	} {
		verdicts, err := readVerdicts(b.Data+"/"+from.file, from.game)
		if err != nil {
			return nil, err
		}
		for n := range b.Deals {
			seed := fmt.Sprintf("%s:%d", from.scheme, n+1)
			if verdicts[seed] == "" {
				return nil, fmt.Errorf("%s does not know %s of %s", from.file, seed, from.game)
			}
			all = append(all, &match{game: from.game, seed: seed, truth: verdicts[seed]})
		}
	}
	return all, nil
}

// readVerdicts reads what is known of a game's deals, by seed.
func readVerdicts(name, game string) (map[string]solver.Verdict, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	rows, err := csv.NewReader(text).ReadAll() // game,seed,verdict, and more
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	verdicts := map[string]solver.Verdict{}
	for _, row := range rows {
		if row[0] == game {
			verdicts[row[1]] = solver.Verdict(row[2])
		}
	}
	return verdicts, nil
}

// hint is what the bot reads of an answer of POST /v1/moves.
type hint struct {
	Verdict solver.Verdict
	Moves   []struct{ Move game.Move }
}

// mostUnknown is how often in a game the bot asks again what could not be told in time.
const mostUnknown = 10

// mostPlies is longer than any game. A bot that has not won by then goes in circles.
const mostPlies = 3000

// play plays the deal to its end. The error says that an answer was wrong.
func (m *match) play(ctx context.Context, s *service, deadline time.Duration) error {
	g, known := rules.Lookup(m.game)
	seed, err := deal.ParseSeed(m.seed)
	if err != nil || !known {
		return fmt.Errorf("there is no such deal: %w", err)
	}
	start, err := seed.Deal(&g.Rules)
	if err != nil {
		return err
	}
	board := game.New(&g.Rules, &start)
	for m.moves < mostPlies && !board.Won() {
		h, err := m.ask(ctx, s, fmt.Sprintf(`{"game":%q,"deal":%s,"deadline_ms":%d}`,
			m.game, board.Table().Document(&g.Rules), deadline.Milliseconds()))
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
			// On a busy machine the time may not have been enough. To go on without
			// knowing where would be to play another game.
			if m.unknown++; m.unknown == mostUnknown {
				break
			}
			continue
		}
		if len(h.Moves) == 0 {
			return fmt.Errorf("after %d moves the position is %s, and there is no move", m.moves, h.Verdict)
		}
		first := h.Moves[0].Move
		if refusal := board.Check(first); refusal != "" {
			return fmt.Errorf("after %d moves the first one is %s: %s", m.moves, first, refusal)
		}
		board.Do(first)
		m.moves++
	}
	m.won = board.Won()
	switch {
	case m.won && m.truth == solver.Unwinnable:
		return errors.New("won, and it can't be")
	case !m.won && (m.truth == solver.Winnable || m.verdict == solver.Winnable):
		return fmt.Errorf("it can be won, and was not after %d moves; %d calls ended unknown", m.moves, m.unknown)
	}
	return nil
}

// ask makes one call, again while the service has no room for it.
func (m *match) ask(ctx context.Context, s *service, body string) (h hint, err error) {
	r, took, refused, err := s.insist(ctx, "/v1/moves", body, http.StatusOK)
	m.refused += refused
	if err != nil {
		return h, err
	}
	m.calls = append(m.calls, took)
	return h, json.Unmarshal(r.body, &h)
}

func (b *playCommand) report(c console, results []*match) error {
	t := table{}
	t.row("game", "bots", "deals", "winnable", "won", "wrong", "calls", "unknown", "refused", "p50 ms", "p95 ms", "p99 ms", "most ms", "load")
	wrong := 0
	for _, name := range []string{"klondike", "free-cell"} {
		var sum match
		var calls times
		deals, winnable, won, bad := 0, 0, 0, 0
		for _, m := range results {
			if m.game != name {
				continue
			}
			deals++
			calls = append(calls, m.calls...)
			sum.unknown += m.unknown
			sum.refused += m.refused
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
		q := calls.quantiles(.5, .95, .99, 1)
		t.row(name, b.Clients, deals, winnable, won, bad, len(calls), sum.unknown, sum.refused, q[0], q[1], q[2], q[3], load())
		wrong += bad
	}
	t.write(c.err)
	if wrong > 0 {
		return fmt.Errorf("%d deals were not played as they can be", wrong)
	}
	return nil
}
