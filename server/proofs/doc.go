// Package proofs makes files that prove losses, keeps them, and checks stored losses by them.
//
// The engines say that a deal is lost; packages prove and closed write and check a file that shows
// it to a stranger (docs/proofs.md). That is slower by far, so it is done in two cases only:
//
//   - Somebody asks for the proof: a job makes it (Prove), and it is kept within a bound of bytes.
//   - Nobody asks for anything: the losses of the store are checked one after the other, each once
//     ([Options].Verify).
//
// One proof is made at a time for each of the two, within a limit of states, which is one of memory,
// and of time. Each file is checked before it is kept. Work goes on behind a gate of the pool, so that
// searches come first.
//
// A loss whose proof is not found within the limits is not checked, which says nothing. But if a win of
// the position is found and replayed, or the file is refused, something is wrong with an engine, with the writer or
// with the checker: that is counted and logged, and all processes on the store refuse to call the
// problem unwinnable until the epoch or the version of the check is raised ([FalseLosses]).
//
// service.go has the Service. make.go makes a proof, win.go looks for a win
// where the writer of proofs says there is one, verify.go checks stored losses, false.go knows those
// that failed.
package proofs
