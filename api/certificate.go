package api

import (
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/deadlock"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"

	"github.com/maypok86/otter/v2"
)

// Certificate is why a position can't be won. With kind deadlock it is a proof that a
// person can check: cards, in each case if there are cases, that hold each other where
// they are. With kind search it is what was searched.
type Certificate struct {
	Kind   string            `json:"kind" enums:"deadlock,search"` // how it is proven: by cards that block each other, or by searches
	Text   string            `json:"text"`                         // the whole in sentences, one a line
	Cards  []CertificateCard `json:"cards,omitempty"`              // deadlock without cases: the first of these claims to be broken would need another one to be broken before
	Cases  []CertificateCase `json:"cases,omitempty"`              // deadlock with cases: any line of play is one of them
	Passes []CertificatePass `json:"passes,omitempty"`             // search: the searches that together prove it

	// Patterns are what can be seen at a glance of why the position is lost, if anything
	// can; each would do by itself, and the certificate proves no less without them.
	Patterns []CertificatePattern `json:"patterns,omitempty"`

	written []byte // the JSON, if it is at hand
} //	@name	Certificate

// CertificatePass is a complete search that is a part of a proof.
type CertificatePass struct {
	Name   string `json:"name" example:"klondike"` // the engine, and what it searched if that is not the problem itself
	States int64  `json:"states" example:"4123"`   // positions visited in it
} //	@name	CertificatePass

// CertificateCase is what may be supposed of a line of play, and the proof for all that
// are so.
type CertificateCase struct {
	First  string            `json:"first" example:"QC"`  // this card
	Is     string            `json:"is" enums:"laid,up"`  // is laid into the tableau, or goes up to its foundation,
	Before []string          `json:"before"`              // before any of these,
	Are    string            `json:"are" enums:"laid,up"` // if they ever do, are laid or go up
	Cards  []CertificateCard `json:"cards,omitempty"`     // as in a certificate
	Cases  []CertificateCase `json:"cases,omitempty"`     // as in a certificate
} //	@name	CertificateCase

// CertificateCard is what a card never does, and the cards that it waits for.
type CertificateCard struct {
	Card     string            `json:"card" example:"QS"`            // the card
	Place    string            `json:"place" example:"tableau/7"`    // where it lies
	Never    string            `json:"never" enums:"leaves,laid,up"` // it never leaves its place, is never laid into the tableau, or never goes up
	WaitsFor []CertificateWait `json:"waits_for"`                    // the cards that it would need
	Text     string            `json:"text"`                         // the same in a sentence
} //	@name	CertificateCard

// CertificatePattern is an arrangement of cards by which alone the position is lost: a card
// held down by those under it in its column, or that nothing can be played (unplayable; because
// all cards that come to be seen are of even rank, or of odd rank and none an ace).
type CertificatePattern struct {
	Name  string   `json:"name" enums:"held-down,unplayable,even-ranks,odd-ranks"` // which
	Cards []string `json:"cards"`                                                  // held-down: the card, then those under it that hold it; else the top cards of the columns, then the cards of the stock that come up
	Text  string   `json:"text"`                                                   // what is to be seen, in a sentence
} //	@name	CertificatePattern

// CertificateWait is a card without which another one can't do something.
type CertificateWait struct {
	Card  string `json:"card" example:"6S"`                                              // the card that is waited for
	Of    string `json:"of" example:"QS"`                                                // the card that waits: the claim's own, or one that is laid before it
	To    string `json:"to" enums:"go_up,be_laid_on,be_laid_first,go_up_first,be_taken"` // what it is needed for: to have gone up, to be laid on, to be laid or go up first as the case says, to be taken from the stock
	Under string `json:"under" example:"QS"`                                             // the card about which there is a claim and under which it lies; itself if that is what the claim is about
	Place string `json:"place" example:"tableau/7"`                                      // where it lies now
} //	@name	CertificateWait

var (
	certificateIs    = []string{proof.LaidBeforeLaid: "laid", proof.LaidBeforeUp: "laid", proof.UpBeforeLaid: "up"}
	certificateAre   = []string{proof.LaidBeforeLaid: "laid", proof.LaidBeforeUp: "up", proof.UpBeforeLaid: "laid"}
	certificateNever = []string{proof.Leaves: "leaves", proof.Laid: "laid", proof.Rises: "up"}
	patternNames     = []string{deadlock.HeldDown: "held-down", deadlock.Unplayable: "unplayable", deadlock.EvenRanks: "even-ranks", deadlock.OddRanks: "odd-ranks"}
	certificateTo    = []string{proof.GoUp: "go_up", proof.BeLaidOn: "be_laid_on", proof.BeLaidFirst: "be_laid_first", proof.GoUpFirst: "go_up_first", proof.BeTaken: "be_taken"}
)

// certify returns why a problem can't be won, of which a is the answer.
func certify(p *solver.Problem, a *solver.Answer) *Certificate {
	if a.Certificate == nil {
		return searched(a)
	}
	asked := p.Asked()
	key := string(p.ID()) + string(asked.Document(p.Rules()))
	certificate, known := certificates.GetIfPresent(key)
	if !known {
		certificate = restate(a.Certificate, p.Rules(), &asked)
		certificates.Set(key, certificate)
	}
	if certificate == nil {
		return searched(a)
	}
	return certificate
}

// certificates keeps the last ones that were written, by the problem and the position as
// it was asked about. To write one takes many times as long as the rest of a remembered
// answer. They take some 25 kilobytes each.
var certificates = otter.Must(&otter.Options[string, *Certificate]{MaximumSize: 200})

// restate writes a certificate in the places of the position that was asked about; nil if
// it does not hold there. It is shared by all requests, and not to be changed.
func restate(found *proof.Certificate, r *rules.Rules, asked *deal.Position) *Certificate {
	c, err := found.Restate(r, asked)
	if err != nil {
		return nil
	}
	at := places(r, asked)
	written := &Certificate{
		Kind: "deadlock", Text: c.String(),
		Cards: certificateCards(c.Claims, at), Cases: certificateCases(c.Cases, at),
	}
	for _, s := range deadlock.Patterns(r, asked) {
		pattern := CertificatePattern{Name: patternNames[s.Pattern], Text: s.Text}
		for _, c := range s.Cards {
			pattern.Cards = append(pattern.Cards, c.String())
		}
		written.Patterns = append(written.Patterns, pattern)
	}
	written.written = appendAny(nil, written)
	return written
}

// searched says what was searched.
func searched(a *solver.Answer) *Certificate {
	passes := a.Passes
	if len(passes) == 0 {
		passes = []solver.Pass{{Name: a.Engine, States: a.States}}
	}
	var list []CertificatePass
	var names []string
	for _, pass := range passes {
		list = append(list, CertificatePass(pass))
		names = append(names, fmt.Sprintf("%s, %d states", pass.Name, pass.States))
	}
	if a.Engine == deadlock.Name {
		text := "It is proven without a search that the game can't be won."
		if a.Source == solver.FromRelative {
			text = fmt.Sprintf("It is proven without a search that %s, which allows all that this game allows, can't be won; ask about that game to see why.", a.Origin.Game)
		}
		return &Certificate{Kind: "search", Text: text, Passes: list}
	}
	of := "All lines of play were searched"
	if a.Source == solver.FromRelative {
		of = fmt.Sprintf("All lines of play of %s, which allows all that this game allows, were searched", a.Origin.Game)
	}
	return &Certificate{
		Kind:   "search",
		Text:   fmt.Sprintf("%s, but for those that are proven to be needless, and none wins: %s.", of, strings.Join(names, "; ")),
		Passes: list,
	}
}

func certificateCases(cases []proof.Case, at map[card.Card]string) []CertificateCase {
	var list []CertificateCase
	for i := range cases {
		c := &cases[i]
		var before []string
		for _, other := range c.Others {
			before = append(before, other.String())
		}
		list = append(list, CertificateCase{
			First: c.First.String(), Is: certificateIs[c.Event], Before: before, Are: certificateAre[c.Event],
			Cards: certificateCards(c.Claims, at), Cases: certificateCases(c.Cases, at),
		})
	}
	return list
}

func certificateCards(claims []proof.Claim, at map[card.Card]string) []CertificateCard {
	var list []CertificateCard
	for _, c := range claims {
		waits := []CertificateWait{}
		for _, w := range c.Waits {
			waits = append(waits, CertificateWait{w.Card.String(), w.Of.String(), certificateTo[w.To], w.Under.String(), at[w.Card]})
		}
		list = append(list, CertificateCard{c.Card.String(), at[c.Card], certificateNever[c.Never], waits, c.Why})
	}
	return list
}

// places says where each card lies, of a game with columns, foundations, stock and waste.
func places(r *rules.Rules, p *deal.Position) map[card.Card]string {
	at := map[card.Card]string{}
	for s, h := range p.Foundations {
		for i := range h {
			at[deal.FoundationCard(r, p.Base, card.Suit(s), i+1)] = game.FoundationOf(card.Suit(s)).String()
		}
	}
	for i, column := range p.Tableau {
		for _, c := range column.Cards {
			at[c] = game.At(game.Tableau, i+1).String()
		}
	}
	for _, c := range p.Stock {
		at[c] = "stock"
	}
	for _, c := range p.Waste {
		at[c] = "waste"
	}
	return at
}
