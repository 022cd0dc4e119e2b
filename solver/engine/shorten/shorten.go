package shorten

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Line shortens a line that wins from the canonical position of p. The referee has verified that
// the result wins too, and it is never longer. If Line finds nothing shorter, or fails, it returns
// the line itself. The effort is limited, and Line returns early when the clock ends.
func Line(clock *solver.Clock, p *solver.Problem, line []game.Move) []game.Move {
	position := p.Position()
	s := &shortener{clock: clock, rules: p.Rules(), position: &position}
	short := s.shorten(line)
	if game.Length(short) >= game.Length(line) {
		return line
	}
	if outcome := p.Replay(short); !outcome.Legal || !outcome.Won {
		return line
	}
	return short
}

// effort returns how many moves the referee may check or make to shorten a path of the given
// length. A hundred thousand take about ten milliseconds. Playing the line and the result is not
// included.
func effort(length int) int64 { return min(10_000+400*int64(length), 600_000) }

// shortener is the state of shortening a line.
type shortener struct {
	clock    *solver.Clock
	rules    *rules.Rules
	position *deal.Position
	lazy     bool  // turns of the stock are delayed until a card is played; see talon.go
	spent    int64 // moves that the referee has checked or made
	most     int64 // limit of spent for exploring
	done     bool  // the clock has ended
}

func (s *shortener) shorten(line []game.Move) []game.Move {
	if s.rules.Accordion.Size > 0 || s.rules.Hole.Present || s.rules.Rows.Shape != rules.NoRows {
		// All wins of an accordion have the same length: every move removes a pile. So do nearly
		// all wins of games that play each card to a hole. In games of rows only draws could be
		// saved, but the keys do not depend on draws.
		return line
	}
	if s.rules.Tableau.Packets > 0 || s.rules.Discards() {
		return line // the keys do not support redeals of the columns and discards
	}
	s.lazy = mayBeLazy(s.rules)
	path, ok := s.path(line)
	if !ok && s.lazy {
		s.lazy = false
		path, ok = s.path(line)
	}
	if !ok {
		return line
	}
	path = cutLoops(path)
	if s.lazy {
		turned, ok := s.moves(path)
		if !ok {
			return line
		}
		if _, path, ok = s.schedule(turned); !ok {
			return line
		}
	}
	s.most = s.spent + effort(len(path))
	path = s.improve(path)
	short, ok := s.moves(path)
	if ok && s.lazy {
		short, _, ok = s.schedule(short)
	}
	if !ok {
		return line
	}
	return short
}

// table returns the table of a position.
func (s *shortener) table(p *deal.Position) *table { return newTable(s.rules, p, s.lazy, &s.spent) }

// stopEvery is the number of states between two looks at the clock.
const stopEvery = 256

// stop reports whether the clock has ended.
func (s *shortener) stop() bool {
	s.done = s.done || s.clock.StopReason() != solver.NoReason
	return s.done
}

// path returns the keys of the states of a line, up to the first won one; false if the line can't
// be played, or the clock ends.
func (s *shortener) path(line []game.Move) ([]uint64, bool) {
	t := s.table(s.position)
	keys := make([]uint64, 1, len(line)+1)
	keys[0] = t.key
	talon := newTalon(t.at) // the line's own stock, if the table is lazy
	for i, m := range line {
		if t.state.Won() {
			break
		}
		if i%stopEvery == 0 && s.stop() {
			return nil, false
		}
		t.settle()
		if s.lazy && talon.follow(m) {
			continue
		}
		if s.lazy && m.From.Pile == game.Waste && !t.turnUp(talon.top+1) {
			return nil, false
		}
		if !t.legal(m) {
			return nil, false
		}
		t.do(m)
		keys = append(keys, t.key)
	}
	return keys, t.state.Won()
}

// moves converts a path to moves; false if the path can't be walked, or the clock ends.
func (s *shortener) moves(path []uint64) ([]game.Move, bool) {
	t := s.table(s.position)
	moves := make([]game.Move, 0, len(path))
	var options []option
	for i, key := range path[1:] {
		if i%stopEvery == 0 && s.stop() {
			return nil, false
		}
		t.settle()
		options = t.options(options[:0])
		o, ok := towards(options, key)
		if !ok {
			return nil, false
		}
		for ; o.turns > 0; o.turns-- {
			t.do(t.turning())
			moves = append(moves, t.state.Last())
		}
		t.take(o)
		moves = append(moves, t.state.Last())
	}
	return moves, true
}

// towards returns the cheapest option that leads to a state, if there is one.
func towards(options []option, key uint64) (best option, found bool) {
	for _, o := range options {
		if o.key == key && (!found || o.cost < best.cost) {
			best, found = o, true
		}
	}
	return best, found
}

// cutLoops removes from a path the part between two visits of a state.
func cutLoops(path []uint64) []uint64 {
	latest := make(map[uint64]int, len(path))
	for i, key := range path {
		latest[key] = i
	}
	var short []uint64
	for i := 0; i < len(path); i++ {
		i = latest[path[i]]
		short = append(short, path[i])
	}
	return short
}
