package deadlock

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/claims"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Name is the name of these proofs in answers.
const Name = "deadlock"

// Find runs for a proof, without search, that a position can't be won. It returns nil if it
// finds none, which says nothing about the position, or if the game is not supported
// ([proof.Handles]). It takes some microseconds, a few milliseconds at worst. The certificate has
// passed [proof.Certificate.Check].
func Find(r *rules.Rules, p *deal.Position) *proof.Certificate { return find(r, p, maxRuns) }

// FindDirect finds only proofs that need no cases. It takes a few microseconds.
func FindDirect(r *rules.Rules, p *deal.Position) *proof.Certificate { return find(r, p, 1) }

func find(r *rules.Rules, p *deal.Position, runs int) *proof.Certificate {
	if !proof.Handles(r) {
		return nil
	}
	b := newBoard(r, p)
	seeker := prover{b: b, runs: runs}
	q := seeker.prove()
	if q == nil || q.leaves() > maxLeaves {
		return nil
	}
	c := b.certify(q)
	if claims.Explain(&c, r, p) != nil {
		return nil
	}
	return &c
}

// certify converts a proof to claims.
func (b *board) certify(q *derivation) proof.Certificate {
	if q.split == nil {
		return proof.Certificate{Claims: b.claims(b.under(q.orders))}
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
