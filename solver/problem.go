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

// ID names a problem permanently. It is `1-` and 32 lower-case hexadecimal digits of the SHA-256 of
// the canonical rules and position. Problems have the same ID if they differ only in the seed, the
// game's name, or the order of places that the rules can't tell apart.
type ID string

// Problem is a position under rules, with the question whether it can be won.
//
// Engines solve its canonical form; [Problem.ToAsked] translates moves to the order of
// places of the position as it was asked about. A Problem is made by NewProblem and does
// not change.
type Problem struct {
	rules     rules.Rules
	asked     deal.Position
	canonical deal.Position
	order     deal.Order
	text      string
	id        ID
}

// NewProblem returns the problem of a position, which must be valid under the rules.
func NewProblem(r rules.Rules, p deal.Position) *Problem {
	q := &Problem{rules: r, asked: p.Clone()}
	q.canonical, q.order = p.Canonical(&r)
	text := slices.Concat([]byte(`{"rules":`), r.Canonical(), []byte(`,"position":`), q.canonical.Document(&r), []byte{'}'})
	q.text, q.id = string(text), digest(text)
	return q
}

// Numbered returns the problem of a numbered deal of a catalogue game, such as "free-cell" and
// "microsoft:11982" for FreeCell. It fails if the game is unknown or has no such deal.
func Numbered(game, seed string) (*Problem, error) {
	g, known := rules.Lookup(game)
	if !known {
		return nil, fmt.Errorf("unknown game %q", game)
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

// IDOf returns the id of the problem with this canonical text.
func IDOf(text string) ID { return digest([]byte(text)) }

func digest(text []byte) ID {
	sum := sha256.Sum256(text)
	return ID("1-" + hex.EncodeToString(sum[:16]))
}

// ID returns the problem's permanent id.
func (p *Problem) ID() ID { return p.id }

// Rules returns the rules of the game.
func (p *Problem) Rules() *rules.Rules { return &p.rules }

// Asked returns the position as it was asked about.
func (p *Problem) Asked() deal.Position { return p.asked.Clone() }

// Position returns the position in canonical form, which engines solve.
func (p *Problem) Position() deal.Position { return p.canonical.Clone() }

// Text returns the canonical form of the whole problem. The id is a digest of it. Two
// problems are the same if and only if their texts are.
func (p *Problem) Text() string { return p.text }

// Replay makes the referee play moves from the canonical position.
func (p *Problem) Replay(moves []game.Move) game.Outcome {
	return game.Replay(&p.rules, &p.canonical, moves)
}

// ToAsked translates moves of the canonical position to the places of the position that
// was asked about.
func (p *Problem) ToAsked(moves []game.Move) []game.Move {
	return p.translate(moves, func(order []int, n int) int { return order[n-1] + 1 })
}

// ToCanonical translates moves of the position that was asked about to the places of the
// canonical position. It undoes ToAsked.
func (p *Problem) ToCanonical(moves []game.Move) []game.Move {
	return p.translate(moves, func(order []int, n int) int { return slices.Index(order, n-1) + 1 })
}

// translate translates moves to another order of places. number maps a place's number, from 1, under
// an order.
func (p *Problem) translate(moves []game.Move, number func(order []int, n int) int) []game.Move {
	return game.Translate(moves, func(at game.Place) game.Place { return p.place(at, number) })
}

// place translates a place to another order of places. number maps a place's number, from
// 1, under an order.
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
