// Package verdicts has the calls that decide whether deals can be won: one, many in a batch, or later in a
// job, and the proofs of losses.
//
// calls.go has the parts that the calls need, and the routes. solve.go answers one question, certificate.go
// says why a deal can't be won. batch.go answers many questions of one request, inflate.go reads compressed
// ones. jobs.go has the calls about jobs, jobwork.go answers their requests, and webhooks.go has the secret
// under which their ends are told. proofs.go has the files that prove losses.
package verdicts
