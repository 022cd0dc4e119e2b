package prove

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Pattern is an arrangement of cards that is easy to see and makes a position lost by itself. The
// patterns are those of P. B. Donkersteeg, "Klondike strategies using Monte Carlo techniques"
// (Leiden, 2010), sections 3.1.1 and 3.1.2.
type Pattern uint8

// The patterns.
const (
	HeldDown   Pattern = iota // a card lies in its column over all that could carry it and over one that has to go up before it
	Unplayable                // no card can be played, however often the stock is turned
	EvenRanks                 // Unplayable because all cards that can be seen have even ranks
	OddRanks                  // Unplayable because they have odd ranks and none is an ace
)

// Match is an occurrence of a pattern.
type Match struct {
	Pattern Pattern
	Cards   []card.Card        // HeldDown: the card, then those that hold it; otherwise the top cards of columns, then the talon's cards that can be turned up
	Column  int                // HeldDown: the column, from 1
	Text    string             // the pattern in a sentence
	Proof   solver.Certificate // that the position is lost
}

// Patterns returns the patterns of a position: first the held-down cards, by column, then an
// unplayable position. The certificate of each has passed [proof.CheckCertificate]. There are
// none if the game is not supported ([proof.Handles]).
func Patterns(r *rules.Rules, p *deal.Position) []Match {
	if !proof.Handles(r) {
		return nil
	}
	b := newBoard(r, p)
	var all []Match
	for i := range b.columns {
		all = append(all, b.heldDown(r, p, i)...)
	}
	if s, ok := b.unplayable(r, p); ok {
		all = append(all, s)
	}
	return all
}

// heldDown returns the cards of a column that the cards under them hold down.
func (b *board) heldDown(r *rules.Rules, p *deal.Position, column int) []Match {
	var all []Match
	var under card.Set
	for u := b.column[column]; u < b.column[column+1]; u++ {
		x := b.base[u]
		if under&b.lower(x) != 0 && b.carriers(x)&^under == 0 {
			c := solver.Certificate{Claims: []solver.Claim{{Card: b.name(x), Column: column + 1}}}
			if proof.Explain(&c, r, p) == nil {
				all = append(all, heldBy(c))
			}
		}
		under |= b.unit[u]
	}
	return all
}

// heldBy returns the pattern of a certificate with one claim, that a card stays in its column.
func heldBy(c solver.Certificate) Match {
	claim := &c.Claims[0]
	s := Match{Pattern: HeldDown, Cards: []card.Card{claim.Card}, Column: claim.Column, Proof: c}
	var carriers, lower []card.Card
	for _, w := range claim.Waits {
		s.Cards = append(s.Cards, w.Card)
		if w.To == solver.ToBeLaidOn {
			carriers = append(carriers, w.Card)
		} else {
			lower = append(lower, w.Card)
		}
	}
	s.Text = fmt.Sprintf("%s lies in column %d over %s, which has to go up before it", proof.Capitalize(claim.Card.Name()), claim.Column, card.Names("and", lower))
	if len(carriers) > 0 {
		s.Text += fmt.Sprintf(", and over all that could carry it, %s", card.Names("and", carriers))
	}
	s.Text += "."
	return s
}

// lower returns the cards of its suit that go up before a card.
func (b *board) lower(x card.Set) card.Set {
	return card.OfEachRank << x.First().Suit() & (x - 1) & b.deck
}

// unplayable reports whether no card can be played, in a position whose columns have one card
// face up each, as they are dealt.
func (b *board) unplayable(r *rules.Rules, p *deal.Position) (Match, bool) {
	f, _ := b.relax(&assumptions{})
	if f.up != b.up || f.laid != 0 || f.cleared > 0 {
		return Match{}, false
	}
	s := Match{Pattern: Unplayable}
	for i := range b.columns {
		top := b.name(b.base[b.column[i+1]-1])
		s.Cards = append(s.Cards, top)
		s.Proof.Claims = append(s.Proof.Claims, solver.Claim{Card: top, Column: i + 1})
	}
	for _, x := range b.talon[:b.cards] {
		if b.open&x != 0 {
			s.Cards = append(s.Cards, b.name(x))
		}
		s.Proof.Claims = append(s.Proof.Claims, solver.Claim{Card: b.name(x)})
	}
	if proof.Explain(&s.Proof, r, p) != nil {
		return Match{}, false
	}
	of := ""
	switch even, odd := ranked(s.Cards); {
	case deal.AboveBase(r, p.Base, card.New(card.Ace, card.Clubs)) != 1: // the rest is about aces
	case even:
		s.Pattern, of = EvenRanks, ", since all of them are of even rank"
	case odd:
		s.Pattern, of = OddRanks, ", since all of them are of odd rank and none is an ace"
	}
	tops, turned := s.Cards[:b.columns], s.Cards[b.columns:]
	s.Text = fmt.Sprintf("Nothing can be played%s: on the columns lie %s", of, card.Names("and", tops))
	if len(turned) > 0 {
		s.Text += fmt.Sprintf("; of the stock %s come up", card.Names("and", turned))
		if len(turned) == 1 {
			s.Text = strings.TrimSuffix(s.Text, "come up") + "comes up"
		}
	}
	s.Text += "."
	return s, true
}

// ranked reports whether all cards have even ranks, or odd ranks and none is an ace.
func ranked(cards []card.Card) (even, odd bool) {
	even, odd = true, true
	for _, c := range cards {
		even = even && c.Rank()%2 == 0
		odd = odd && c.Rank()%2 == 1 && c.Rank() != card.Ace
	}
	return even, odd
}
