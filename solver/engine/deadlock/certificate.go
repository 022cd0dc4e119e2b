package deadlock

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Name is the name of these proofs in answers.
const Name = "deadlock"

// Find looks for a proof, without search, that a position can't be won. It gives nil if
// it finds none, which says nothing about the position, and if the game is not one that
// it understands (see [Handles]). It takes some microseconds, a few milliseconds at
// worst. What it gives has passed [Certificate.Check].
func Find(r *rules.Rules, p *deal.Position) *proof.Certificate { return find(r, p, mostLooks) }

// FindDirect finds those of Find's proofs that need no cases. It takes a few
// microseconds.
func FindDirect(r *rules.Rules, p *deal.Position) *proof.Certificate { return find(r, p, 1) }

func find(r *rules.Rules, p *deal.Position, looks int) *proof.Certificate {
	if !proof.Handles(r) {
		return nil
	}
	b := lay(r, p)
	seeker := prover{b: b, looks: looks}
	q := seeker.prove()
	if q == nil || q.leaves() > mostLeaves {
		return nil
	}
	c := b.certify(q)
	if c.Check(r, p) != nil {
		return nil
	}
	return &c
}

// certify says a proof in claims.
func (b *board) certify(q *derivation) proof.Certificate {
	if q.split == nil {
		return proof.Certificate{Claims: b.blame(b.under(q.orders))}
	}
	var c proof.Certificate
	for i, part := range q.cases {
		o := q.split[i]
		c.Cases = append(c.Cases, proof.Case{
			Order:       proof.Order{First: b.name(o.first), Others: b.names(o.others), Event: o.what},
			Certificate: b.certify(part),
		})
	}
	return c
}
