package beam

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Where a beam sends every card up as soon as it can, a card taken back from its foundation would
// go up again at once, unless another is laid on it. So both together are one step: some cards are
// taken back onto one column, each on the one before, and then another card, or a group, is laid on
// the last of them. docs/research/diaries/worrying-back.md has the effect.

// maxBack is the number of cards that are taken back in one step.
const maxBack = 3

// backs are the numbers, plus one, of the foundations from which cards are taken back onto a
// column; 0 stands for none.
type backs [maxBack]uint8

// takesBack reports whether beams take cards back in this way under rules and techniques.
func takesBack(r *rules.Rules, t state.Techniques) bool {
	return t.WorryingBack && r.Copies() > 1 && r.Foundations.Removable && !r.Foundations.CompleteOnly &&
		r.Tableau.Build != rules.NoBuild
}

// each calls visit with the steps that take the cards back onto column j.
func (b backs) each(j uint8, visit func(state.Step)) {
	for _, f := range b {
		if f > 0 {
			visit(state.TakenTo(f-1, j))
		}
	}
}

// takeBack offers the states that the present one leads to when cards are taken back. It is kept at
// a place of its level, and of the log. What Scan found is lost, except Space.
func (f *beam) takeBack(place, parent uint32) {
	s := f.State
	up := topsUp(s)
	movable := movable(s, up)
	useful := useful(s, up, movable)
	if useful == 0 {
		return
	}
	space := s.Space
	s.Scan()
	f.returns = f.returns[:0]
	s.Returnable(useful, func(b uint8, x state.Code) {
		s.Targets(state.AtFoundation, x, func(j uint8) { f.returns = append(f.returns, state.TakenTo(b, j)) })
	})
	for _, next := range f.returns {
		f.takeBackTo(backs{next.I + 1}, 1, next.J, place, parent, useful, movable)
		if f.ended() {
			return
		}
	}
	s.Space = space
}

// topsUp returns the top cards of the foundations.
func topsUp(s *state.State) uint64 {
	set := uint64(0)
	for f, h := range s.Height {
		if h > 0 {
			set |= 1 << (h<<2 | s.C.SuitOf(uint8(f)))
		}
	}
	return set
}

// movable returns the cards that may be laid on one that is taken back, if the foundations have certain
// top cards. Where a part of a group moves only if the card above it goes up at once, that card goes up
// now, or in the place of its twin, which is taken back.
func movable(s *state.State, up uint64) uint64 {
	up |= s.NextUp()
	set := uint64(0)
	for i, n := range s.Length {
		if n == 0 {
			continue
		}
		column := s.Column(i)
		start := int(s.Run[i*s.Stride+int(n)-1])
		set |= 1 << column[start]
		for k := start + 1; k < int(n); k++ {
			if !s.C.Partial || up&(1<<column[k-1]) != 0 {
				set |= 1 << column[k]
			}
		}
	}
	for _, x := range s.Cells {
		set |= 1 << x
	}
	s.Available(func(_ uint8, x state.Code) { set |= 1 << x })
	s.Talon.Reach(s.C, func(pos int, _ uint8) { set |= 1 << s.Talon.Cards[pos] })
	return set
}

// useful returns the top cards of foundations on which a movable card may be laid, or
// another one of them that is useful.
func useful(s *state.State, up, movable uint64) uint64 {
	found := uint64(0)
	for range maxBack {
		guests := movable | found
		for set := up &^ found; set != 0; set &= set - 1 {
			if x := bits.TrailingZeros64(set); s.C.Guests[x]&guests != 0 {
				found |= 1 << x
			}
		}
	}
	return found
}

// takeBackTo takes back the last of n cards, onto column j, and offers what may be laid on it. The
// others are there already.
func (f *beam) takeBackTo(taken backs, n int, j uint8, place, parent uint32, useful, movable uint64) {
	s, here := f.State, len(f.Path)
	f.Make(state.TakenTo(taken[n-1]-1, j))
	x := s.Top(int(j))
	if s.C.Guests[x]&movable != 0 {
		f.layOn(taken, j, place, parent)
	}
	if n < maxBack && s.C.Guests[x]&useful != 0 {
		s.Returnable(s.C.Guests[x]&useful, func(b uint8, _ state.Code) {
			if !f.ended() {
				more := taken
				more[n] = b + 1
				f.takeBackTo(more, n+1, j, place, parent, useful, movable)
			}
		})
	}
	if !f.ended() {
		f.BackTo(here)
	}
}

// layOn offers the states to which the steps onto column j lead, after cards were taken back to it.
func (f *beam) layOn(taken backs, j uint8, place, parent uint32) {
	s := f.State
	s.OnlyTarget(j)
	f.laid = s.Generate(f.laid[:0])
	for _, m := range f.laid {
		if m.To != state.AtColumn || m.J != j {
			continue
		}
		if !f.known.Add(word(s.KeyAfter(&m))) {
			continue // most are known, and this is cheaper than making the step
		}
		here := len(f.Path)
		f.Make(m)
		f.Settle()
		if len(f.Path) == here+1 || f.known.Add(word(s.Key)) {
			o := offer{m: m, taken: taken, parent: parent, island: f.island}
			if s.Won() {
				if place := f.noteAll(place, &o); f.because == solver.NoReason {
					f.win(place)
				}
				return
			}
			o.kind, o.score = kindOf(s), f.scorer.afresh(s)
			f.offer(o)
		}
		f.BackTo(here)
	}
}
