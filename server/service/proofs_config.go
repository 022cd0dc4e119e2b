package service

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/proofs"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// ProofConfig configures the proofs of losses.
type ProofConfig struct {
	ProofStates   int           `env:"PROOF_STATES" help:"Maximum number of states of a proof that a deal can't be won. A million take a quarter of a gigabyte while it is made; one is made at a time, and one more to check a stored loss (default: 500000, less in a small container)." placeholder:"N"`
	ProofDeadline time.Duration `env:"PROOF_DEADLINE" help:"How long making and checking a proof may take." default:"2m"`
	ProofCache    Size          `env:"PROOF_CACHE" help:"Maximum size of all proofs that are kept; those that nobody has asked for longest go." default:"256MiB"`
	VerifyLosses  string        `env:"VERIFY_LOSSES" help:"Which stored losses are proven and checked while the processors are idle: off, sampled (one of sixteen) or all. One that fails its check is no longer answered, and raises an alarm." enum:"off,sampled,all" default:"off"`
}

// Complete checks all values.
func (f *ProofConfig) Complete() error {
	return cmp.Or(
		need(f.ProofStates >= 1 && f.ProofStates <= 100_000_000, "PROOF_STATES: must be from 1 to 100000000"),
		need(f.ProofDeadline >= time.Millisecond, "PROOF_DEADLINE: must be at least 1ms"),
	)
}

// service starts the proofs.
func (f *ProofConfig) service(memory *store.Store, workers *pool.Pool, verdicts *verdict.Service, wrong *proofs.FalseLosses, gate *pool.Gate, duties *queue.Duties, metrics *metrics, log *slog.Logger) *proofs.Service {
	return proofs.New(proofs.Options{
		Store: memory, Recall: verdicts.Recall, Solve: func(ctx context.Context, p *solver.Problem) (solver.Result, error) {
			r, _, err := workers.Solve(solver.NewClock(ctx), p, solver.Budget{Objective: solver.FirstSolution})
			return r, err
		},
		False: wrong, Seals: memory.Seals(), Gate: gate, Log: log, Observer: metrics,
		States: f.ProofStates, Time: f.ProofDeadline, Bytes: int64(f.ProofCache), Verify: f.VerifyLosses,
	}, duties)
}

// readFalse returns the losses that have failed their check.
func readFalse(ctx context.Context, memory *store.Store) (*proofs.FalseLosses, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return proofs.ReadFalse(ctx, memory)
}
