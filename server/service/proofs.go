package service

import (
	"cmp"
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/proofs"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ProofConfig configures the proofs of losses.
type ProofConfig struct {
	ProofStates   int           `env:"PROOF_STATES" help:"Maximum number of states of a proof that a deal can't be won. A million take a quarter of a gigabyte while the proof is made. One proof is made at a time, and one more to check a stored loss (default: 500000, less in a small container)." placeholder:"N"`
	ProofDeadline time.Duration `env:"PROOF_DEADLINE" help:"How long making and checking a proof may take." default:"2m"`
	ProofCache    Size          `env:"PROOF_CACHE" help:"Maximum size of all proofs that are kept. The ones that were not asked for longest are deleted first." default:"256MiB"`
	VerifyLosses  string        `env:"VERIFY_LOSSES" help:"Which stored losses are proven and checked while the processors are idle: off, sampled (one of sixteen) or all. A loss that fails its check is no longer answered, and raises an alarm." enum:"off,sampled,all" default:"off"`
}

// Complete checks all values.
func (f *ProofConfig) Complete() error {
	return cmp.Or(
		need(f.ProofStates >= 1 && f.ProofStates <= 100_000_000, "PROOF_STATES: must be from 1 to 100000000"),
		need(f.ProofDeadline >= time.Millisecond, "PROOF_DEADLINE: must be at least 1ms"),
	)
}

// startProofs starts what proves losses, when it is asked to and behind the answers.
func (b *builder) startProofs(context.Context) error {
	solve := func(ctx context.Context, p *solver.Problem) (solver.Result, error) {
		r, _, err := b.workers.Solve(solver.NewClock(ctx), p, solver.Budget{Objective: solver.FirstSolution})
		return r, err
	}
	b.proofs = proofs.New(proofs.Options{
		Store: b.store, Recall: b.verdicts.Recall, Solve: solve,
		False: b.wrong, Seals: b.store.Seals(), Gate: b.gate, Log: b.log, Observer: b.metrics,
		States: b.ProofStates, Time: b.ProofDeadline, Bytes: int64(b.ProofCache), Verify: b.VerifyLosses,
	}, b.duties)
	return nil
}
