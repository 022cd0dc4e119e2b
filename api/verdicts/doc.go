// Package verdicts has the calls that decide whether deals can be won: one, many in a batch, or later in a
// job, and the proofs of losses.
//
// calls.go has the parts that the calls need, and the routes. solve.go answers one question, and
// certificate.go says why a deal can't be won. batch.go answers the many questions of a batch, and
// inflate.go reads compressed batches. jobs.go has the calls about jobs, and jobwork.go answers the
// requests of jobs. webhooks.go has the secret that signs messages about ended jobs. proofs.go has
// the files that prove losses.
package verdicts
