package prove

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Deadlock is the name that answers give to proofs by certificates.
const Deadlock = "deadlock"

// Certificate looks for a proof that position p can't be won, without search. It returns nil if it
// finds none or if the game is not supported ([proof.Handles]); the position may still be
// unwinnable. It takes some microseconds, at worst a few milliseconds. A returned certificate has
// passed [proof.CheckCertificate].
func Certificate(r *rules.Rules, p *deal.Position) *solver.Certificate {
	return certificate(r, p, maxRuns)
}

// DirectCertificate finds only proofs that need no cases. It takes a few microseconds.
func DirectCertificate(r *rules.Rules, p *deal.Position) *solver.Certificate {
	return certificate(r, p, 1)
}

func certificate(r *rules.Rules, p *deal.Position, runs int) *solver.Certificate {
	if !proof.Handles(r) {
		return nil
	}
	b := newBoard(r, p)
	seeker := deadlockProver{b: b, runs: runs}
	q := seeker.prove()
	if q == nil || q.leaves() > maxLeaves {
		return nil
	}
	c := b.certify(q)
	if proof.Explain(&c, r, p) != nil {
		return nil
	}
	return &c
}

// certify converts a proof to claims.
func (b *board) certify(q *derivation) solver.Certificate {
	if q.split == nil {
		return solver.Certificate{Claims: b.claims(b.under(q.orders))}
	}
	var c solver.Certificate
	for i, part := range q.cases {
		o := q.split[i]
		c.Cases = append(c.Cases, solver.Case{
			Order:       solver.Order{First: b.name(o.first), Others: b.names(o.others), Event: o.what},
			Certificate: b.certify(part),
		})
	}
	return c
}
