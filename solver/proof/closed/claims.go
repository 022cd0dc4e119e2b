package closed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// claims is a certificate as a file has it: what is claimed, without what follows from that.
type claims struct {
	Claims [][2]string  `json:"claims"` // a card, and what it never does
	Cases  []claimsCase `json:"cases"`
}

// claimsCase is a case of a certificate: an event of a card comes before those of others.
type claimsCase struct {
	First  string   `json:"first"`
	Event  string   `json:"event"`
	Others []string `json:"others"`
	claims
}

// The words of a certificate, by their numbers in package proof.
var (
	NeverWords = []string{proof.Leaves: "leaves", proof.Laid: "laid", proof.Rises: "rises"}
	EventWords = []string{proof.LaidBeforeLaid: "laid-laid", proof.LaidBeforeUp: "laid-up", proof.UpBeforeLaid: "up-laid"}
)

// checkClaims reports why a text is not a certificate that a position can't be won.
func checkClaims(text string, r *rules.Rules, p *deal.Position) error {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	var c claims
	if err := decoder.Decode(&c); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("more than a certificate")
	}
	column := map[card.Card]int{}
	for i, t := range p.Tableau {
		for _, c := range t.Cards {
			column[c] = i + 1
		}
	}
	certificate, err := c.read(column)
	if err != nil {
		return err
	}
	return certificate.Check(r, p)
}

func (c *claims) read(column map[card.Card]int) (proof.Certificate, error) {
	var out proof.Certificate
	for _, claim := range c.Claims {
		about, _, err := card.Parse(claim[0])
		if err != nil {
			return out, err
		}
		never, err := number(NeverWords, claim[1])
		if err != nil {
			return out, err
		}
		out.Claims = append(out.Claims, proof.Claim{Card: about, Never: proof.Never(never), Column: column[about]})
	}
	for i := range c.Cases {
		one := &c.Cases[i]
		event, err := number(EventWords, one.Event)
		if err != nil {
			return out, err
		}
		order := proof.Order{Event: proof.Event(event)}
		if order.First, _, err = card.Parse(one.First); err != nil {
			return out, err
		}
		for _, other := range one.Others {
			c, _, err := card.Parse(other)
			if err != nil {
				return out, err
			}
			order.Others = append(order.Others, c)
		}
		part, err := one.read(column)
		if err != nil {
			return out, err
		}
		out.Cases = append(out.Cases, proof.Case{Order: order, Certificate: part})
	}
	return out, nil
}

// number returns the index of a word.
func number(words []string, word string) (int, error) {
	for i, w := range words {
		if w == word {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%.20q is none of %q", word, words)
}
