package prove

import (
	"bufio"
	"io"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// classSearch proves a loss with moved cards anywhere. It searches first, and then writes what the proof
// needs of what the search found.
type classSearch struct {
	clock *solver.Clock
	game  *proof.Anywhere
	most  int

	knownLost map[proof.State]bool
	knownWon  map[proof.State]bool // with the whole talon at hand

	entered int // states
	end     int // states after which the present question is left; 0 for none

	// Of the proof that is being written.
	file       *writer
	concluded  map[proof.State]bool
	statesBack int // to take back from the one that was written last
}

// finding is what a search finds out about a state.
type finding uint8

const (
	undecided finding = iota // the question was left, or a class is too large
	isLost
	isWon
)

// writeClasses writes a proof with moved cards anywhere.
func writeClasses(clock *solver.Clock, to io.Writer, p *solver.Problem, game *proof.Anywhere, first proof.State, states int) (listed int, err error) {
	c := classSearch{clock: clock, game: game, most: states, knownLost: map[proof.State]bool{}, knownWon: map[proof.State]bool{}, concluded: map[proof.State]bool{}}
	game.Follow(&first, nil)
	switch found, err := c.search(first); {
	case err != nil:
		return c.entered, err
	case found == isWon:
		return c.entered, ErrWinnable
	case found == undecided:
		return c.entered, ErrTooManyStates
	}
	c.file = newWriter(bufio.NewWriter(to), p.Text(), game)
	c.line(first, nil)
	return len(c.concluded), c.file.close()
}

// search finds out whether a settled state is lost.
func (c *classSearch) search(s proof.State) (finding, error) {
	switch {
	case s.SurelyWon():
		return isWon, nil
	case c.knownWon[s]:
		return isWon, nil
	case c.knownLost[s]:
		return isLost, nil
	case c.end > 0 && c.entered >= c.end:
		return undecided, nil
	case c.entered >= c.most:
		return undecided, ErrTooManyStates
	}
	if c.entered++; c.entered%1024 == 0 {
		if err := c.clock.Err(); err != nil {
			return undecided, err
		}
	}
	if !s.AtHand() {
		if found, err := c.relaxed(s); found == isLost || err != nil {
			return found, err
		}
	}
	edges, ok := c.edges(s)
	if !ok {
		// It is not won: no card of it is locked then, nor is one in the talon. So it is too large.
		return undecided, nil
	}
	found := isLost
	for i := range edges {
		switch r, err := c.search(edges[i].To); {
		case err != nil:
			return undecided, err
		case r == isWon:
			if s.AtHand() {
				c.knownWon[s] = true
			}
			return isWon, nil
		case r == undecided:
			found = undecided
		}
	}
	if found == isLost {
		c.knownLost[s] = true
	}
	return found, nil
}

// relaxed asks whether a state is lost even with the whole talon at hand. The finding may take a
// tenth of all states that were entered so far.
func (c *classSearch) relaxed(s proof.State) (finding, error) {
	c.end = c.entered + 200 + c.entered/10
	found, err := c.search(c.game.WithAllAtHand(s))
	c.end = 0
	return found, err
}

// edges returns the edges of a state, those first that leave fewer cards that have not
// moved; false if the state is won, or there are too many.
func (c *classSearch) edges(s proof.State) ([]proof.Edge, bool) {
	edges, ok := c.game.Edges(s)
	slices.SortStableFunc(edges, func(a, b proof.Edge) int {
		if d := a.To.Locked() - b.To.Locked(); d != 0 {
			return d
		}
		return len(a.Steps) - len(b.Steps)
	})
	return edges, ok
}

// write writes the lines of a lost state and of those that it rests on, unless they are written. The
// steps lead there from the state of the last line on the path.
func (c *classSearch) write(s proof.State, steps []proof.Step) {
	if !s.AtHand() {
		if relaxed := c.game.WithAllAtHand(s); c.knownLost[relaxed] {
			s, steps = relaxed, append(slices.Clip(steps), proof.Step{Verb: proof.Free})
		}
	}
	if !c.concluded[s] {
		c.line(s, steps)
	}
}

// line writes the line of a state, and then those that it rests on.
func (c *classSearch) line(s proof.State, steps []proof.Step) {
	c.file.class(c.statesBack, steps)
	c.statesBack = 0
	relaxed := s
	if !s.AtHand() {
		relaxed = c.game.WithAllAtHand(s)
	}
	if relaxed != s && c.knownLost[relaxed] {
		c.write(relaxed, []proof.Step{{Verb: proof.Free}})
	} else {
		edges, _ := c.edges(s)
		for _, e := range edges {
			c.write(e.To, e.Steps)
		}
	}
	c.concluded[s] = true
	c.statesBack++
}
