package solver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ID is the name of a problem for good: `1-` and 32 lower-case hexadecimal digits
// of the SHA-256 of its canonical rules and position. Problems that differ only
// in the seed they came from, the game's name, or the order of places that the
// rules can't tell apart have the same one.
type ID string

// Problem is a position under rules, and the question whether it can be won.
//
// Engines solve its canonical form; whoever asked gets the moves in the order of
// places in which the question was put ([Problem.ToAsked]). A Problem is made by
// NewProblem and does not change.
type Problem struct {
	rules     rules.Rules
	asked     deal.Position
	canonical deal.Position
	order     deal.Order
	text      string
	id        ID
}

// NewProblem poses a problem. The position must have been made under the rules.
func NewProblem(r rules.Rules, p deal.Position) *Problem {
	q := &Problem{rules: r, asked: p.Clone()}
	q.canonical, q.order = p.Canonical(&r)
	text := slices.Concat([]byte(`{"rules":`), r.Canonical(), []byte(`,"position":`), q.canonical.Document(&r), []byte{'}'})
	q.text, q.id = string(text), digest(text)
	return q
}

// Numbered poses the problem of a numbered deal of a game of the catalogue, such as
// FreeCell's "free-cell" and "microsoft:11982". The error says that there is no such
// game, or no such deal of it.
func Numbered(game, seed string) (*Problem, error) {
	g, known := rules.Lookup(game)
	if !known {
		return nil, fmt.Errorf("no game is called %q", game)
	}
	s, err := deal.ParseSeed(seed)
	if err != nil {
		return nil, err
	}
	position, err := s.Deal(&g.Rules)
	if err != nil {
		return nil, err
	}
	return NewProblem(g.Rules, position), nil
}

// IDOf is the id of the problem with this canonical text.
func IDOf(text string) ID { return digest([]byte(text)) }

func digest(text []byte) ID {
	sum := sha256.Sum256(text)
	return ID("1-" + hex.EncodeToString(sum[:16]))
}

// ID is the problem's name for good.
func (p *Problem) ID() ID { return p.id }

// Rules are the rules of the game.
func (p *Problem) Rules() *rules.Rules { return &p.rules }

// Asked is the position as it was asked about.
func (p *Problem) Asked() deal.Position { return p.asked.Clone() }

// Position is the position in canonical form, the one that engines solve.
func (p *Problem) Position() deal.Position { return p.canonical.Clone() }

// Text is the canonical form of the whole problem, the text of which the id is a
// digest. Two problems are the same if and only if their texts are.
func (p *Problem) Text() string { return p.text }

// Replay has the referee play moves of the canonical position.
func (p *Problem) Replay(moves []game.Move) game.Outcome {
	return game.Replay(&p.rules, &p.canonical, moves)
}

// ToAsked returns moves of the canonical position in the places of the position
// that was asked about.
func (p *Problem) ToAsked(moves []game.Move) []game.Move {
	local := slices.Clone(moves)
	for i := range local {
		local[i].From = p.localPlace(local[i].From)
		local[i].To = p.localPlace(local[i].To)
	}
	return local
}

func (p *Problem) localPlace(at game.Place) game.Place {
	return p.place(at, func(order []int, n int) int { return order[n-1] + 1 })
}

// ToCanonical returns moves of the position that was asked about in the places of the
// canonical position. It undoes ToAsked.
func (p *Problem) ToCanonical(moves []game.Move) []game.Move {
	back := func(order []int, n int) int { return slices.Index(order, n-1) + 1 }
	canonical := slices.Clone(moves)
	for i := range canonical {
		canonical[i].From = p.place(canonical[i].From, back)
		canonical[i].To = p.place(canonical[i].To, back)
	}
	return canonical
}

// place says a place in another order of places, by their numbers from 1.
func (p *Problem) place(at game.Place, number func(order []int, n int) int) game.Place {
	from := func(order []int, n int) int {
		if order == nil || n == 0 {
			return n
		}
		return number(order, n)
	}
	switch at.Pile {
	case game.Foundation:
		if copies := p.rules.Copies(); copies > 1 {
			at.M = from(p.order.Foundations, (at.N-1)*copies+at.M) - (at.N-1)*copies
		}
	case game.Sequence:
		at.N = from(p.order.Sequences, at.N)
	case game.Tableau:
		at.N = from(p.order.Tableau, at.N)
	case game.Cell:
		at.N = from(p.order.Cells, at.N)
	case game.Reserve:
		at.N = from(p.order.Reserve, at.N)
	}
	return at
}
