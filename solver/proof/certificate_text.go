package proof

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// writtenClaims is a certificate as a file has it: what is claimed, without what follows from that.
type writtenClaims struct {
	Claims [][2]string   `json:"claims,omitempty"` // a card, and what it never does
	Cases  []writtenCase `json:"cases,omitempty"`
}

// writtenCase is a case of a certificate: an event of a card comes before those of others.
type writtenCase struct {
	First  string   `json:"first"`
	Event  string   `json:"event"`
	Others []string `json:"others"`
	writtenClaims
}

// The words of a certificate, by their numbers in package solver.
var (
	neverWords = []string{solver.NeverLeaves: "leaves", solver.NeverLaid: "laid", solver.NeverRises: "rises"}
	eventWords = []string{solver.LaidBeforeLaid: "laid-laid", solver.LaidBeforeUp: "laid-up", solver.UpBeforeLaid: "up-laid"}
)

// ClaimsText writes a certificate in the form that a proof file has.
func ClaimsText(c *solver.Certificate) string {
	text, err := json.Marshal(claimsOf(c))
	if err != nil {
		panic(err) // strings can be written
	}
	return string(text)
}

func claimsOf(c *solver.Certificate) (out writtenClaims) {
	for _, claim := range c.Claims {
		out.Claims = append(out.Claims, [2]string{claim.Card.String(), neverWords[claim.Never]})
	}
	for i := range c.Cases {
		part := &c.Cases[i]
		one := writtenCase{First: part.First.String(), Event: eventWords[part.Event], writtenClaims: claimsOf(&part.Certificate)}
		one.Others = make([]string, len(part.Others))
		for j, other := range part.Others {
			one.Others[j] = other.String()
		}
		out.Cases = append(out.Cases, one)
	}
	return out
}

// checkClaims reports why a text is not a certificate that a position can't be won.
func checkClaims(text string, r *rules.Rules, p *deal.Position) error {
	var c writtenClaims
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	x := claimsReader{}
	certificate := x.read(&c)
	if x.err != nil {
		return x.err
	}
	if ClaimsText(&certificate) != text {
		return errors.New("not in canonical form")
	}
	return CheckCertificate(&certificate, r, p)
}

// claimsReader reads cards and words. err is the first error.
type claimsReader struct{ err error }

func (x *claimsReader) card(text string) card.Card {
	c, _, err := card.Parse(text)
	x.err = cmp.Or(x.err, err)
	return c
}

// word returns the index of a word.
func (x *claimsReader) word(words []string, word string) int {
	i := slices.Index(words, word)
	if i < 0 {
		x.err = cmp.Or(x.err, fmt.Errorf("%.20q is none of %q", word, words))
	}
	return max(0, i)
}

func (x *claimsReader) read(c *writtenClaims) (out solver.Certificate) {
	for _, claim := range c.Claims {
		out.Claims = append(out.Claims, solver.Claim{Card: x.card(claim[0]), Never: solver.Never(x.word(neverWords, claim[1]))})
	}
	for i := range c.Cases {
		one := &c.Cases[i]
		order := solver.Order{First: x.card(one.First), Event: solver.Event(x.word(eventWords, one.Event))}
		for _, other := range one.Others {
			order.Others = append(order.Others, x.card(other))
		}
		out.Cases = append(out.Cases, solver.Case{Order: order, Certificate: x.read(&one.writtenClaims)})
	}
	return out
}
