package prove

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// ErrWinnable is the error of a problem that can be won.
var ErrWinnable = errors.New("the position can be won")

// ErrTooManyStates is the error of a proof that would list too many states.
var ErrTooManyStates = errors.New("the proof has too many states")

// Write writes the proof that a problem can't be won, and returns how many states it lists. The
// parameter states is the greatest number that it may list. The error is [ErrWinnable],
// [ErrTooManyStates], or that of the clock or the writer. After an error the written text proves
// nothing.
//
// known is a certificate that an engine found, or nil. A proof by a certificate has one state.
func Write(clock *solver.Clock, to io.Writer, p *solver.Problem, known *solver.Certificate, states int) (listed int, err error) {
	position := p.Position()
	table := proof.NewTable(p.Rules(), &position)
	// Where moved cards lie anywhere there are fewer states, but nothing is lost at sight.
	if anywhere, first, ok := proof.NewAnywhere(p.Rules(), &position); ok && known == nil && !table.Stuck() {
		return writeClasses(clock, to, p, anywhere, first, states)
	}
	return writeTables(clock, to, p, table, known, states)
}

// writeTables writes a proof that lists tables.
func writeTables(clock *solver.Clock, to io.Writer, p *solver.Problem, table *proof.Table, known *solver.Certificate, states int) (listed int, err error) {
	s := tableSearch{
		game: table, known: map[string]bool{}, most: states, claims: known,
		file: newWriter(bufio.NewWriter(to), p.Text(), nil),
	}
	if err := s.run(clock); err != nil {
		return len(s.known), err
	}
	return len(s.known), s.file.close()
}

// tableSearch is a search in depth that lists each state when it comes to it.
type tableSearch struct {
	game     *proof.Table
	file     *writer
	known    map[string]bool // keys of the listed states
	most     int
	claims   *solver.Certificate
	path     []step
	waysBack int // ways taken back since a state was listed

	stuckLooks, stuckFound int // looks at states that may be stuck, and how many were
	untilLook              int // states until it looks again
	inVain                 int // outlines looked at without finding them lost
}

// step is a state on the path, and the ways from it that are left.
type step struct {
	by   proof.Way // which led there
	left []proof.Way
}

func (s *tableSearch) run(clock *solver.Clock) error {
	if err := s.list(proof.Way{}); err != nil {
		return err
	}
	for len(s.path) > 0 {
		top := &s.path[len(s.path)-1]
		if len(top.left) == 0 {
			if len(s.path) > 1 {
				s.game.Back(top.by)
			}
			s.path = s.path[:len(s.path)-1]
			s.waysBack++
			continue
		}
		way := top.left[0]
		top.left = top.left[1:]
		if err := s.game.Go(way); err != nil {
			return err
		}
		if s.known[string(s.game.Key())] {
			s.game.Back(way)
			continue
		}
		if len(s.known)%1024 == 0 {
			if err := clock.Err(); err != nil {
				return err
			}
		}
		if err := s.list(way); err != nil {
			return err
		}
	}
	return nil
}

// list lists the state to which a way has led.
func (s *tableSearch) list(by proof.Way) error {
	switch {
	case s.game.Won():
		return ErrWinnable
	case len(s.known) == s.most:
		return ErrTooManyStates
	}
	words := []string{strconv.Itoa(s.waysBack)}
	if len(s.known) > 0 { // the first state is the deal
		words = append(words, wayWords(by))
	}
	s.known[string(s.game.Key())] = true
	var ways []proof.Way
	switch {
	case s.claims != nil:
		words = append(words, proof.ClaimsWord, proof.ClaimsText(s.claims))
	case s.stuck():
		words = append(words, proof.StuckWord)
	case s.outline():
		words = append(words, proof.OutlineWord)
	default:
		ways = s.game.Ways()
		if i := slices.IndexFunc(ways, s.game.Safe); i >= 0 {
			words = append(words, proof.SafeWord, wayWords(ways[i]))
			ways = ways[i : i+1]
		}
	}
	s.file.line(words)
	s.path = append(s.path, step{by, ways})
	s.waysBack = 0
	return nil
}

// outline reports whether the state's outline is lost. It looks at a few outlines for the first state
// and at more for each one listed, as long as not too many were looked at in vain.
func (s *tableSearch) outline() bool {
	const (
		few  = 3_000
		vain = 200_000 // and four for each state listed
	)
	lost, looked := s.game.LostOutline(min(few+len(s.known), vain+4*len(s.known)-s.inVain))
	if !lost {
		s.inVain += looked
	}
	return lost
}

// stuck reports whether the state is lost at sight. To look takes longer than to list the state,
// so it looks at as many as are worth it.
func (s *tableSearch) stuck() bool {
	const (
		trial = 64
		worth = 32 // one in so many
		pause = 512
	)
	if s.untilLook > 0 {
		s.untilLook--
		return false
	}
	stuck := s.game.Stuck()
	s.stuckLooks++
	if stuck {
		s.stuckFound++
	}
	if s.stuckLooks == trial {
		if s.stuckFound < trial/worth {
			s.untilLook = pause
		}
		s.stuckLooks, s.stuckFound = 0, 0
	}
	return stuck
}
