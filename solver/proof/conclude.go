package proof

import (
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// conclusions has the conclusions so far in a check of a file with states of [Anywhere].
type conclusions struct {
	*checker
	game *Anywhere
	path []listedState
	lost map[State]struct{}
}

// listedState is a state on the path, and its line.
type listedState struct {
	State
	line int
}

// classes checks the rest of a file with states of [Anywhere]. Whenever a state is taken
// back, it is concluded to be lost, and in the end all states that are left are, the first one last
// (docs/inside/proof-anywhere.md, 8).
func (c *checker) classes(r *rules.Rules, p *deal.Position) error {
	game, first, ok := NewAnywhere(r, p)
	if !ok {
		return c.refuse("this game and position need to know where moved cards lie")
	}
	game.Settle(&first)
	x := conclusions{checker: c, game: game, lost: map[State]struct{}{}}
	for c.next() {
		text := c.lines.Text()
		if count, last := strings.CutPrefix(text, LastWord+" "); last {
			if err := x.back(len(x.path)); err != nil {
				return err
			}
			return c.counted(count)
		}
		words := &parser{words: strings.Split(text, " ")}
		n := words.number(max(0, len(x.path)-1))
		steps := game.readSteps(words)
		if words.err != nil {
			return c.refuse("%s", words.err)
		}
		if err := x.back(n); err != nil {
			return err
		}
		s := first
		if len(x.path) > 0 {
			s = x.path[len(x.path)-1].State
			if !game.Follow(&s, steps) {
				return c.refuse("one of these steps can't be taken")
			}
		} else if len(steps) > 0 {
			return c.refuse("the first state has no steps")
		}
		if c.States == c.most {
			return ErrTooManyStates
		}
		c.States++
		x.path = append(x.path, listedState{s, c.line})
	}
	return c.refuse("the file ends in the middle")
}

// back takes back n states, and concludes that they are lost.
func (x *conclusions) back(n int) error {
	for range n {
		last := len(x.path) - 1
		if err := x.conclude(x.path[last]); err != nil {
			return err
		}
		x.path = x.path[:last]
	}
	return nil
}

// conclude concludes that a state is lost: with the whole talon at hand it must be known to be, or all
// states must be to which the edges of its class lead.
func (x *conclusions) conclude(s listedState) error {
	refuse := func(why string) error { return &Refused{s.line, why} }
	if _, twice := x.lost[s.State]; twice {
		return refuse("this state is listed twice")
	}
	if !x.known(s.State) {
		edges, ok := x.game.Edges(s.State)
		if !ok {
			return refuse("this class is won, or too large")
		}
		for _, e := range edges {
			if x.Ways++; !x.known(e.To) {
				return refuse("an edge from this state leads to one that is not known to be lost")
			}
		}
	}
	x.lost[s.State] = struct{}{}
	return nil
}

// known reports whether a state is lost by what has been concluded about it, or about the same state
// with the whole talon at hand.
func (x *conclusions) known(s State) bool {
	_, known := x.lost[s]
	if !known && !s.free {
		_, known = x.lost[x.game.WithAllAtHand(s)]
	}
	return known
}
