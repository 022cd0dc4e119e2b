package proof

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// The lines of a file, before it is compressed (docs/inside/proofs.md, 1): these two, a line for
// each state, and the last line with the number of states.
const (
	FirstLine   = "thoughtful proof 4"
	LastWord    = "end"
	TurnWord    = "turn"
	SafeWord    = "safe"
	StuckWord   = "stuck"
	OutlineWord = "outline"
	ClaimsWord  = "claims"

	// AnywhereLine is the third line of a proof with states of [Anywhere].
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
	return len(p.words) > 0 && !slices.Contains([]string{SafeWord, StuckWord, OutlineWord, ClaimsWord}, p.words[0])
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
	if err == nil && at.String() != w {
		err = fmt.Errorf("%.40q is written %s", w, at)
	}
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
		m.Cards = t.Top(m.From, 1)
		if p.more() {
			m.And = p.place()
			m.Cards = append(m.Cards, t.Top(m.And, 1)...)
		}
		return m
	}
	m := game.Move{Action: game.Shift, From: p.place(), To: p.place()}
	n := 1
	if p.more() {
		if n = p.number(104); n < 2 {
			p.fail("a number of cards is at least 2")
		}
	}
	if m.Cards = t.Top(m.From, n); len(m.Cards) != n {
		p.fail("%d cards don't lie there", n)
	}
	return m
}
