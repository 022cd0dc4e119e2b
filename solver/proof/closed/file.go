package closed

import (
	"fmt"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// The lines of a file, before it is compressed (docs/proofs.md, "The file"): these two, a line for
// each state, and the last line with the number of states.
const (
	FirstLine  = "thoughtful proof 2"
	LastWord   = "end"
	TurnWord   = "turn"
	SafeWord   = "safe"
	StuckWord  = "stuck"
	ClaimsWord = "claims"

	// AnywhereLine is the third line, if the states are those of [Anywhere].
	AnywhereLine = "moved cards anywhere"
)

// longest is the length in bytes of the longest line that is read.
const longest = 64 << 10

// parser reads the words of a line.
type parser struct {
	words []string
	err   error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// next returns the next word, empty at the end of the line.
func (p *parser) next() string {
	if len(p.words) == 0 {
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// peek reports whether the next word is this one, and takes it if so.
func (p *parser) peek(word string) bool {
	if len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}

// more reports whether a move goes on with the next word.
func (p *parser) more() bool {
	return len(p.words) > 0 && p.words[0] != SafeWord && p.words[0] != StuckWord && p.words[0] != ClaimsWord
}

// number reads a number of at most so much.
func (p *parser) number(most int) int {
	w := p.next()
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != w {
		p.fail("%.20q is not a number from 0 to %d", w, most)
		return 0
	}
	return n
}

func (p *parser) place() game.Place {
	w := p.next()
	at, err := game.ParsePlace(w)
	if err != nil {
		p.fail("%w", err)
	}
	return at
}

// read reads a way. The cards that move are those that lie there after the turns.
func (t *Table) read(p *parser) Way {
	var w Way
	if p.peek(TurnWord) {
		w.Turns = p.number(mostTurns)
	}
	if err := t.turns(w.Turns); err != nil {
		p.fail("%w", err)
		return w
	}
	w.Move = p.move(t)
	for range w.Turns {
		t.Undo()
	}
	return w
}

// move reads a move on a table.
func (p *parser) move(t *Table) game.Move {
	at := t.Table()
	switch {
	case p.peek("draw"):
		return game.Move{Action: game.Draw, Count: min(t.rules.Stock.Count, len(at.Stock))}
	case p.peek("redeal"):
		return game.Move{Action: game.Redeal}
	case p.peek("deal"):
		return game.Move{Action: game.Deal, Count: min(len(at.Stock), len(at.Tableau))}
	case p.peek("remove"):
		m := game.Move{Action: game.Remove, From: p.place()}
		m.Cards = t.top(m.From, 1)
		if p.more() {
			m.And = p.place()
			m.Cards = append(m.Cards, t.top(m.And, 1)...)
		}
		return m
	}
	m := game.Move{Action: game.Shift, From: p.place(), To: p.place()}
	n := 1
	if p.more() {
		n = p.number(104)
	}
	m.Cards = t.top(m.From, n)
	return m
}

// top returns the n top cards of a place, fewer if there are fewer.
func (t *Table) top(from game.Place, n int) []card.Card {
	at := t.Table()
	pick := func(cards []card.Card, i int) []card.Card {
		if i < 0 || i >= len(cards) || cards[i] == card.None {
			return nil
		}
		return []card.Card{cards[i]}
	}
	last := func(cards []card.Card) []card.Card { return pick(cards, len(cards)-1) }
	in := func(rows [][]card.Card) []card.Card {
		if from.N > len(rows) {
			return nil
		}
		return pick(rows[from.N-1], from.M-1)
	}
	switch from.Pile {
	case game.Stock:
		return last(at.Stock)
	case game.Waste:
		return last(at.Waste)
	case game.Reserve:
		if t.rules.Reserve.Stacked {
			return last(at.Reserve)
		}
		return pick(at.Reserve, from.N-1)
	case game.Cell:
		return pick(at.Cells, from.N-1)
	case game.Tableau:
		if from.N > len(at.Tableau) {
			return nil
		}
		cards := at.Tableau[from.N-1].Cards
		return append([]card.Card(nil), cards[max(0, len(cards)-n):]...)
	case game.Foundation:
		copies := t.rules.Copies()
		if i := (from.N-1)*copies + max(from.M, 1) - 1; i < len(at.Foundations) && at.Foundations[i] > 0 {
			return []card.Card{deal.FoundationCard(t.rules, at.Base, card.Suit(from.N-1), at.Foundations[i])}
		}
	case game.Accordion:
		return pick(at.Accordion, from.N-1)
	case game.Sequence:
		return in(at.Sequences)
	case game.Row:
		return in(at.Rows)
	}
	return nil
}
