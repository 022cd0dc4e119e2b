package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Settle sends up safe cards, after which no other way matters, and moved cards that can come down
// again. The settled state can be won if and only if the state could.
func (a *Anywhere) Settle(s *State) {
	for {
		a.close(s)
		v := a.look(s)
		up := false
		for c := range (v.moved & v.next & a.back()).All() {
			if a.up(s, &v, c) {
				up = true
				break
			}
		}
		if !up {
			break
		}
	}
	a.normal(s)
}

// back returns the cards that can come down again after they went up.
func (a *Anywhere) back() card.Set {
	switch {
	case !a.rules.Foundations.Removable:
		return 0
	case a.rules.Tableau.Spaces != rules.SpacesKings:
		return a.deck &^ a.kings
	}
	return a.deck
}

// close sends up cards that matter alone: safe ones, and those of a talon at hand whose foundation keeps
// what it has. It reports whether a card went up that can't come back.
func (a *Anywhere) close(s *State) (final bool) {
	for {
		v := a.look(s)
		step, ok := a.forced(s, &v)
		if !ok {
			return final
		}
		final = final || !(v.moved & a.back()).Has(step.Card)
		a.step(s, step)
	}
}

// forced returns a step that is all that matters in a state; false if there is none.
func (a *Anywhere) forced(s *State, v *sight) (Step, bool) {
	for c := range (v.visible & v.next).All() {
		if a.isSafe(s, c) && a.open(v, c) {
			return Step{Up, c}, true
		}
	}
	if !s.free {
		return Step{}, false
	}
	for c := range (s.talon & v.next).All() {
		kept := c
		if a.rules.Foundations.Removable {
			kept = card.New(c.Rank()-1, c.Suit()) // the card on which it goes
		}
		if kept.Rank() == 0 || a.isSafe(s, kept) {
			return Step{Play, c}, true
		}
	}
	return Step{}, false
}

// Edge is a way from a state to another one. Safe cards go up after each of its steps, and the
// state after the last step is settled.
type Edge struct {
	Steps []Step
	To    State
}

// member is a state of a class, and the steps that lead there from the class's first state.
type member struct {
	State
	steps []Step
}

// The bounds of a class. Those of games that are played have a hundredth.
const (
	mostMembers = 1 << 12
	mostEdges   = 1 << 16
)

// Edges returns the edges of a settled state's class. It returns false if the class is won or too
// large.
func (a *Anywhere) Edges(s State) (edges []Edge, ok bool) {
	members := []member{{State: s}}
	for i := 0; i < len(members); i++ {
		from := members[i]
		if a.won(&from.State) || len(members) > mostMembers {
			return nil, false
		}
		v := a.look(&from.State)
		for c := range ((v.moved&v.next | v.top) & a.back()).All() {
			to, step := from.State, Step{Up, c}
			if v.top.Has(c) {
				step.Verb = Down
				if a.isSafe(&to, c) {
					continue
				}
			}
			if !a.step(&to, step) {
				continue
			}
			steps := append(slices.Clip(from.steps), step)
			if a.close(&to) {
				a.Settle(&to)
				edges = append(edges, Edge{steps, to})
			} else if !slices.ContainsFunc(members, func(m member) bool { return m.up == to.up }) {
				members = append(members, member{to, steps})
			}
		}
	}
	for i := range members {
		edges = a.leaving(edges, &members[i])
	}
	return edges, len(edges) < mostEdges
}

// leaving appends the edges that begin with a step of a member that can't be undone.
func (a *Anywhere) leaving(edges []Edge, from *member) []Edge {
	v := a.look(&from.State)
	offer := func(steps ...Step) {
		if len(edges) >= mostEdges {
			return
		}
		to := from.State
		for _, step := range steps {
			if !a.step(&to, step) {
				return
			}
		}
		a.Settle(&to)
		edges = append(edges, Edge{append(slices.Clip(from.steps), steps...), to})
	}
	for c := range (v.visible & v.next &^ (v.moved & a.back())).All() {
		offer(Step{Up, c})
	}
	for c := range (v.visible & v.locked).All() {
		offer(Step{Reveal, c})
	}
	if !from.free {
		for _, o := range a.offers(&from.State) {
			offer(Step{Play, o.card})
			offer(Step{Lay, o.card})
		}
		return edges
	}
	for c := range (v.next & from.talon).All() {
		offer(Step{Play, c})
	}
	// Chains: each card is laid on the one before, none on a group that was open, and what follows
	// needs the last one.
	var chain []Step
	tried := 0
	var extend func(next card.Set)
	extend = func(next card.Set) {
		for c := range (next & from.talon).All() {
			if tried++; a.open(&v, c) || tried > mostEdges {
				continue
			}
			chain = append(chain, Step{Lay, c})
			for x := range (v.visible & v.next & a.mates[c]).All() {
				offer(append(slices.Clip(chain), Step{Up, x})...)
			}
			for x := range (v.visible & v.locked & a.guests[c]).All() {
				offer(append(slices.Clip(chain), Step{Reveal, x})...)
			}
			for x := range (v.top & a.guests[c]).All() {
				if !a.isSafe(&from.State, x) {
					offer(append(slices.Clip(chain), Step{Down, x})...)
				}
			}
			extend(a.guests[c])
			chain = chain[:len(chain)-1]
		}
	}
	roomy := card.Set(0)
	for c := range from.talon.All() {
		if a.room(&v, c) {
			roomy |= card.One(c)
		}
	}
	extend(roomy)
	if tried > mostEdges {
		return make([]Edge, mostEdges)
	}
	return edges
}

// WithAllAtHand returns the settled state in which every card of the talon is at hand. It can be won
// if the state can.
func (a *Anywhere) WithAllAtHand(s State) State {
	a.Follow(&s, []Step{{Verb: Free}})
	return s
}

// normal replaces how many cards are turned by 0 if redeals are unlimited and that changes nothing.
func (a *Anywhere) normal(s *State) {
	if s.left == rules.Unlimited && !s.free && (int(s.turned)%a.rules.Stock.Count == 0 || int(s.turned) == s.talon.Count()) {
		s.turned = 0
	}
}

// Follow takes steps, sends up safe cards after each, and settles the state in the end. It also
// settles the state before a step [Free]. It returns false if a step can't be taken.
func (a *Anywhere) Follow(s *State, steps []Step) bool {
	for _, step := range steps {
		if step.Verb == Free {
			a.Settle(s)
		}
		if !a.step(s, step) {
			return false
		}
		a.close(s)
	}
	a.Settle(s)
	return true
}

// SurelyWon reports whether no card is locked and every card of the talon is at hand: then the lowest
// card that is not up can always go up.
func (s *State) SurelyWon() bool { return s.Locked() == 0 && (s.free || s.talon == 0) }

// Locked returns how many cards have not moved.
func (s *State) Locked() (n int) {
	for _, locked := range s.locked {
		n += int(locked)
	}
	return n
}

// AtHand reports whether every card of the talon is at hand.
func (s *State) AtHand() bool { return s.free }

// readSteps reads the steps of a line.
func (a *Anywhere) readSteps(p *parser) (steps []Step) {
	for len(p.words) > 0 {
		var step Step
		word := p.next()
		verb := slices.Index(verbWords, word)
		if verb < 0 {
			p.fail("%.20q is none of %q", word, verbWords)
			return nil
		}
		if step.Verb = Verb(verb); step.Verb < Free {
			word := p.next()
			c, _, err := card.Parse(word)
			if err != nil || c.String() != word || c.Rank() > a.rules.MaxRank {
				p.fail("%.20q is not a card of this game", word)
				return nil
			}
			step.Card = a.relative(c)
		}
		steps = append(steps, step)
	}
	return steps
}

// Words returns the words of steps.
func (a *Anywhere) Words(steps []Step) (words []string) {
	for _, step := range steps {
		words = append(words, verbWords[step.Verb])
		if step.Verb < Free {
			words = append(words, deal.FoundationCard(a.rules, a.base, step.Card.Suit(), int(step.Card.Rank())).String())
		}
	}
	return words
}
