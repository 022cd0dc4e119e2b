// Package proofs makes files that prove losses, keeps them, and checks stored losses by them.
//
// The engines only claim that a deal is lost. Package prove writes a file that shows it, and package
// proof checks such files (docs/inside/proofs.md). That is much slower than a search, so there are two uses:
//
//   - A client asks for the proof of a loss. A job makes it ([Service.Prove]). Proofs are kept up to a
//     total size.
//   - While the service is idle, the losses of the store are checked one after the other, each once
//     ([Options].Verify).
//
// For each use one proof is made at a time, within limits of states (and so of memory) and time. Each
// file is checked before it is kept. The work runs behind a gate of the pool, so that searches come
// first.
//
// If no proof is found within the limits, the loss stays unproven; that is no evidence against it. But
// if a win of the position is found and replayed, or the checker refuses the file, then an engine, the
// writer or the checker is wrong. Such a loss is counted and logged, and all processes on the store
// refuse to call the problem unwinnable until the epoch or the version of the check is raised
// ([FalseLosses]).
//
// The files: service.go has the Service, make.go makes a proof, win.go looks for a win if the writer
// takes a position for winnable, verify.go checks stored losses, false.go has the losses that failed
// their check.
package proofs
