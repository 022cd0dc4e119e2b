package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Text returns an explained certificate as sentences that a person can check against the table, one
// a line.
func Text(c *solver.Certificate) string {
	var text strings.Builder
	writeSentences(&text, c, "")
	return strings.TrimSuffix(text.String(), "\n")
}

// writeSentences writes the proof of a case. Its name is made of the numbers of the cases that it is part
// of.
func writeSentences(text *strings.Builder, c *solver.Certificate, name string) {
	for _, claim := range c.Claims {
		text.WriteString(claim.Why + "\n")
	}
	if len(c.Claims) > 1 {
		text.WriteString("Each of these holds as long as the others do.\n")
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		number := fmt.Sprintf("%s%d", name, i+1)
		fmt.Fprintf(text, "Case %s, %s:\n", number, orderWords(&part.Order))
		writeSentences(text, &part.Certificate, number+".")
	}
}

// orderWords returns the assumption of a case.
func orderWords(o *solver.Order) string {
	others := "any of " + card.Names("and", o.Others)
	if len(o.Others) == 1 {
		others = o.Others[0].Name()
	}
	if o.Event == solver.LaidBeforeUp {
		return fmt.Sprintf("if %s goes up, %s is laid into the tableau before", others, o.First.Name())
	}
	does := "is laid there"
	if o.Event == solver.UpBeforeLaid {
		does = "goes up"
	}
	return fmt.Sprintf("if %s is laid into the tableau, %s %s before", others, o.First.Name(), does)
}

// speaker writes the sentences of claims that support each other.
type speaker struct {
	rules  *rules.Rules
	at     *deal.Position
	claims []solver.Claim
}

// claimed reports whether there is a claim that a card never does something.
func (s *speaker) claimed(c card.Card, never solver.Never) bool {
	return slices.ContainsFunc(s.claims, func(other solver.Claim) bool { return other.Card == c && other.Never == never })
}

func (s *speaker) rank(c card.Card) int { return deal.AboveBase(s.rules, s.at.Base, c) }

func (s *speaker) king(c card.Card) bool { return s.rank(c) == int(s.rules.MaxRank) }

// say returns a claim, and why it holds, as a sentence.
func (s *speaker) say(c *solver.Claim) string {
	place := "in the stock"
	switch {
	case c.Column > 0:
		place = fmt.Sprintf("in column %d", c.Column)
	case s.rank(c.Card) <= s.at.Foundations[c.Card.Suit()]:
		place = "on its foundation"
	case slices.Contains(s.at.Waste, c.Card):
		place = "in the waste"
	}
	card := Capitalize(c.Card.Name())
	switch c.Never {
	case solver.NeverLaid:
		return fmt.Sprintf("%s, now %s, is never laid into the tableau: %s.", card, place, s.because(c))
	case solver.NeverRises:
		return fmt.Sprintf("%s, now %s, never goes up: %s.", card, place, s.because(c))
	default:
		return fmt.Sprintf("%s stays %s: %s.", card, place, s.because(c))
	}
}

// because returns why a claim holds.
func (s *speaker) because(c *solver.Claim) string {
	var reasons, hosts, elsewhere, first, taken []string
	for _, w := range c.Waits {
		card, where := w.Card.Name(), s.where(w, c)
		switch {
		case w.To == solver.ToBeTaken:
			taken = append(taken, card)
		case w.To == solver.ToBeLaidOn && w.Of == c.Card:
			hosts = append(hosts, fmt.Sprintf("on %s (%s)", card, where))
		case w.To == solver.ToBeLaidOn:
			elsewhere = append(elsewhere, fmt.Sprintf("%s can't lie on %s either (%s)", w.Of.Name(), card, where))
		case w.To == solver.ToBeLaidFirst:
			first = append(first, fmt.Sprintf("%s (%s) would have to be laid before", card, where))
		case w.To == solver.ToGoUpFirst && w.Under == w.Card && !s.claimed(w.Card, solver.NeverLeaves):
			first = append(first, fmt.Sprintf("%s would have to go up before", card))
		case w.To == solver.ToGoUpFirst:
			first = append(first, fmt.Sprintf("%s (%s) would have to go up before", card, where))
		case w.Card == w.Of:
			first = append(first, fmt.Sprintf("%s never goes up", itOrName(w.Of, c)))
		case w.Of == c.Card:
			reasons = append(reasons, fmt.Sprintf("it can't go up before %s (%s)", card, where))
		case c.Never == solver.NeverRises:
			first = append(first, fmt.Sprintf("%s, laid before, can't go up before %s (%s)", w.Of.Name(), card, where))
		case slices.ContainsFunc(c.Waits, func(o solver.Wait) bool { return o.To == solver.ToGoUpFirst && o.Card == w.Of }):
			first = append(first, fmt.Sprintf("%s can't go up before %s (%s)", w.Of.Name(), card, where))
		case s.king(c.Card):
			first = append(first, fmt.Sprintf("%s, laid before, keeps a space and can't go up before %s (%s)", w.Of.Name(), card, where))
		default:
			hosts = append(hosts, fmt.Sprintf("where %s lies, which is laid before and can't go up before %s (%s)", w.Of.Name(), card, where))
		}
	}
	if len(taken) > 0 {
		text := fmt.Sprintf("it can't be reached before %s, the next card, is taken", taken[0])
		switch others := taken[1:]; {
		case len(others) == 1:
			text += fmt.Sprintf(", or enough of the cards before it, but %s stays", others[0])
		case len(others) > 1:
			text += fmt.Sprintf(", or enough of the cards before it, but %s stay", card.Series("and", others))
		}
		return text
	}
	if len(hosts) > 0 {
		reasons = append(reasons, "it could be laid only "+card.Series("or", hosts))
	}
	reasons = append(append(reasons, first...), elsewhere...)
	if c.Never != solver.NeverRises && s.fills(c.Card) && !slices.ContainsFunc(c.Waits, func(w solver.Wait) bool {
		return w.Of != c.Card || w.To == solver.ToBeLaidFirst || w.To == solver.ToGoUpFirst
	}) {
		reasons = append(reasons, "no column is ever emptied")
	}
	return strings.Join(reasons, "; ")
}

// itOrName returns a card's name in a sentence about a claim.
func itOrName(card card.Card, c *solver.Claim) string {
	if card == c.Card {
		return "it"
	}
	return card.Name()
}

// fills reports whether a card may fill a space.
func (s *speaker) fills(c card.Card) bool {
	policy := s.rules.Tableau.Spaces
	return policy == rules.SpacesAny || policy == rules.SpacesKings && s.king(c)
}

// where returns why a card that is waited for is not available.
func (s *speaker) where(w solver.Wait, c *solver.Claim) string {
	switch {
	case w.Under == c.Card:
		return "under it"
	case w.Under != w.Card:
		return "under " + w.Under.Name()
	case s.claimed(w.Card, solver.NeverLeaves):
		return "which stays"
	case s.claimed(w.Card, solver.NeverRises) && (w.To == solver.ToGoUp || w.To == solver.ToGoUpFirst):
		return "which never does"
	case s.claimed(w.Card, solver.NeverLaid):
		return "never in the tableau"
	default:
		return "on its foundation for good"
	}
}

// Capitalize returns the text with a capital first letter.
func Capitalize(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Summary returns in a few words which cards a lost position blocks for good, from the proof that it
// is lost: "the Q♠ stays in column 7: it could be laid only on the K♥ (under it)".
func Summary(c *solver.Certificate) string {
	if len(c.Claims) == 0 {
		first := &c.Cases[0].Order
		return "some cards never leave their places, whichever of " + card.Names("and", slices.Concat([]card.Card{first.First}, first.Others)) + " goes first"
	}
	text := strings.TrimSuffix(c.Claims[0].Why, ".")
	text = strings.ToLower(text[:1]) + text[1:]
	if n := len(c.Claims) - 1; n > 0 {
		text += fmt.Sprintf(", and %s", othersWait(n))
	}
	return text
}

// othersWait says how many more cards a proof is about.
func othersWait(n int) string {
	if n == 1 {
		return "another card waits for it in turn"
	}
	return fmt.Sprintf("%d other cards wait in turn", n)
}
