package proof

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Explain checks certificate c for position p under rules r, and completes its claims. Each claim
// gets the column of its card, what the card waits for, and a sentence that explains the claim.
func Explain(c *solver.Certificate, r *rules.Rules, p *deal.Position) error {
	note := func(claim *solver.Claim, column int, waits []solver.Wait) { claim.Column, claim.Waits = column, waits }
	if err := examine(c, r, p, note); err != nil {
		return err
	}
	explain(c, r, p)
	return nil
}

// explain fills in the sentences.
func explain(c *solver.Certificate, r *rules.Rules, p *deal.Position) {
	s := speaker{rules: r, at: p, claims: c.Claims}
	for i := range c.Claims {
		c.Claims[i].Why = s.say(&c.Claims[i])
	}
	for i := range c.Cases {
		explain(&c.Cases[i].Certificate, r, p)
	}
}

// Restate returns a copy of the certificate for position p, with its columns, and checks it there.
// p may differ from the certificate's own position only in the order of the columns.
func Restate(c *solver.Certificate, r *rules.Rules, p *deal.Position) (*solver.Certificate, error) {
	column := map[card.Card]int{}
	for i, t := range p.Tableau {
		for _, c := range t.Cards {
			column[c] = i + 1
		}
	}
	restated := bareClaims(c, column)
	if err := Explain(&restated, r, p); err != nil {
		return nil, err
	}
	return &restated, nil
}

// bareClaims returns only the certificate's claims and cases, which [Explain] completes.
func bareClaims(c *solver.Certificate, column map[card.Card]int) solver.Certificate {
	var bare solver.Certificate
	for _, claim := range c.Claims {
		bare.Claims = append(bare.Claims, solver.Claim{Card: claim.Card, Never: claim.Never, Column: column[claim.Card]})
	}
	// Cards that stay in columns come first, from left to right.
	rank := func(claim solver.Claim) int {
		if claim.Never == solver.NeverLeaves && claim.Column > 0 {
			return claim.Column
		}
		return len(column)
	}
	slices.SortStableFunc(bare.Claims, func(a, b solver.Claim) int { return rank(a) - rank(b) })
	for i := range c.Cases {
		part := &c.Cases[i]
		bare.Cases = append(bare.Cases, solver.Case{Order: part.Order, Certificate: bareClaims(&part.Certificate, column)})
	}
	return bare
}
