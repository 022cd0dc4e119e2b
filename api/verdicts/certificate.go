package verdicts

import (
	"fmt"
	"strings"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Certificate is why a position is unwinnable. Kind deadlock is a proof that a person can
// check: cards that block each other, in each case if there are cases. Kind search is what was
// searched.
type Certificate struct {
	Kind   string            `json:"kind" enums:"deadlock,search"` // proven by cards that block each other, or by search
	Text   string            `json:"text"`                         // the proof in sentences, one a line
	Cards  []CertificateCard `json:"cards,omitempty"`              // deadlock without cases: the first claim to break would need another to break before
	Cases  []CertificateCase `json:"cases,omitempty"`              // deadlock with cases: in every line of play at least one case holds
	Passes []solver.Pass     `json:"passes,omitempty"`             // search: complete searches that together are the proof

	// Patterns that make the position lost and can be seen at a glance. Each is sufficient;
	// the proof does not depend on them.
	Patterns []CertificatePattern `json:"patterns,omitempty"`
} //	@name	Certificate

// CertificateCase is an assumption about a line of play, and the proof under it.
type CertificateCase struct {
	First  string            `json:"first" example:"QC"`  // this card
	Is     string            `json:"is" enums:"laid,up"`  // is laid into the tableau, or goes up to its foundation,
	Before []string          `json:"before"`              // before any of these,
	Are    string            `json:"are" enums:"laid,up"` // if they ever do, are laid or go up
	Cards  []CertificateCard `json:"cards,omitempty"`     // as in a certificate
	Cases  []CertificateCase `json:"cases,omitempty"`     // as in a certificate
} //	@name	CertificateCase

// CertificateCard is a claim that a card never does something, with the cards it waits for.
type CertificateCard struct {
	Card     string            `json:"card" example:"QS"`            // the card
	Place    string            `json:"place" example:"tableau/7"`    // its place
	Never    string            `json:"never" enums:"leaves,laid,up"` // never leaves its place, is never laid into the tableau, or never goes up
	WaitsFor []CertificateWait `json:"waits_for"`                    // cards it would need
	Text     string            `json:"text"`                         // the claim in a sentence
} //	@name	CertificateCard

// CertificatePattern is an arrangement of cards that makes the position lost: a card held down
// by cards under it in its column, or no playable card (unplayable; because all cards that
// come up have even rank, or odd rank and none is an ace).
type CertificatePattern struct {
	Name  string   `json:"name" enums:"held-down,unplayable,even-ranks,odd-ranks"` // which
	Cards []string `json:"cards"`                                                  // held-down: the card, then the cards under it that hold it; otherwise the top cards of columns, then the cards of the stock that come up
	Text  string   `json:"text"`                                                   // the pattern in a sentence
} //	@name	CertificatePattern

// CertificateWait is a card that another card needs.
type CertificateWait struct {
	Card  string `json:"card" example:"6S"`                                              // the needed card
	Of    string `json:"of" example:"QS"`                                                // the waiting card: the claim's, or one laid before it
	To    string `json:"to" enums:"go_up,be_laid_on,be_laid_first,go_up_first,be_taken"` // needed to have gone up, to be laid on, to be laid or go up first as the case says, or to be taken from the stock
	Under string `json:"under" example:"QS"`                                             // the card of a claim under which it lies, or itself
	Place string `json:"place" example:"tableau/7"`                                      // its place
} //	@name	CertificateWait

var (
	certificateIs    = []string{solver.LaidBeforeLaid: "laid", solver.LaidBeforeUp: "laid", solver.UpBeforeLaid: "up"}
	certificateAre   = []string{solver.LaidBeforeLaid: "laid", solver.LaidBeforeUp: "up", solver.UpBeforeLaid: "laid"}
	certificateNever = []string{solver.NeverLeaves: "leaves", solver.NeverLaid: "laid", solver.NeverRises: "up"}
	patternNames     = []string{prove.HeldDown: "held-down", prove.Unplayable: "unplayable", prove.EvenRanks: "even-ranks", prove.OddRanks: "odd-ranks"}
	certificateTo    = []string{solver.ToGoUp: "go_up", solver.ToBeLaidOn: "be_laid_on", solver.ToBeLaidFirst: "be_laid_first", solver.ToGoUpFirst: "go_up_first", solver.ToBeTaken: "be_taken"}
)

// certify returns why a problem is unwinnable, given its answer.
func certify(p *solver.Problem, a *solver.Answer) *Certificate {
	asked := p.Asked()
	key := string(p.ID()) + string(asked.Document(p.Rules()))
	certificate, known := certificates.Get(key)
	if !known {
		found := a.Certificate
		if found == nil { // stored records have none
			position := p.Position()
			found = prove.Certificate(p.Rules(), &position)
		}
		if found != nil {
			certificate = restate(found, p.Rules(), &asked)
		}
		certificates.Add(key, certificate)
	}
	if certificate == nil {
		return searched(a)
	}
	return certificate
}

// certificates caches certificates by problem and position. An entry is nil if there is no
// certificate. To find one takes many times as long as the rest of a stored answer.
var certificates = expirable.NewLRU[string, *Certificate](200, nil, 0)

// restate renders a certificate for the position in the request. It returns nil if the certificate
// does not hold there. The result is shared and must not be changed.
func restate(found *solver.Certificate, r *rules.Rules, asked *deal.Position) *Certificate {
	c, err := proof.Restate(found, r, asked)
	if err != nil {
		return nil
	}
	at := places(r, asked)
	certificate := &Certificate{
		Kind: "deadlock", Text: proof.Text(c),
		Cards: certificateCards(c.Claims, at), Cases: certificateCases(c.Cases, at),
	}
	for _, s := range prove.Patterns(r, asked) {
		pattern := CertificatePattern{Name: patternNames[s.Pattern], Text: s.Text}
		for _, c := range s.Cards {
			pattern.Cards = append(pattern.Cards, c.String())
		}
		certificate.Patterns = append(certificate.Patterns, pattern)
	}
	return certificate
}

// searched returns a certificate that says what was searched.
func searched(a *solver.Answer) *Certificate {
	passes := a.Passes
	if len(passes) == 0 {
		passes = []solver.Pass{{Name: a.Engine, States: a.States}}
	}
	var names []string
	for _, pass := range passes {
		names = append(names, fmt.Sprintf("%s, %d states", pass.Name, pass.States))
	}
	if a.Engine == prove.Deadlock {
		text := "Proven unwinnable without a search."
		if a.Source == solver.FromRelative {
			text = fmt.Sprintf("%s, which has weaker rules, is proven unwinnable without a search; solve that game to see why.", a.Origin.Game)
		}
		return &Certificate{Kind: "search", Text: text, Passes: passes}
	}
	of := ""
	if a.Source == solver.FromRelative {
		of = fmt.Sprintf(" of %s, which has weaker rules,", a.Origin.Game)
	}
	return &Certificate{
		Kind:   "search",
		Text:   fmt.Sprintf("All lines of play%s were searched, except lines that are proven to be unnecessary: %s.", of, strings.Join(names, "; ")),
		Passes: passes,
	}
}

func certificateCases(cases []solver.Case, at map[card.Card]string) []CertificateCase {
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

func certificateCards(claims []solver.Claim, at map[card.Card]string) []CertificateCard {
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

// places returns the place of each card. The game has columns, foundations, stock and waste.
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
