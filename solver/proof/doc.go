// Package proof checks proofs that a position can't be won, and says them in words. It imports no
// engine; package prove finds and writes the proofs. There are two kinds.
//
// # Certificates
//
// A [solver.Certificate] says of a few cards of a game like Klondike what they never do.
// [CheckCertificate] checks that against the position and the rules. [Explain] checks it too, notes
// which cards each claim waits for, and says why it holds in a sentence; [Text] joins the sentences,
// [Summary] is shorter, and [Restate] restates a certificate for the same cards with the columns in
// another order. The clauses are in docs/inside/proof-claims.md.
//
// # Files
//
// A file lists states, the position first. None is won, and whatever can be done in one of them
// leads to one of them: the set is closed, so no win can be reached. [Check] checks it.
//
//	position ──▶ state ──▶ state          each line of the file goes some ways back
//	    │          │  ╲                   and one way on; what it leads to is listed,
//	    ▼          ▼    ▶ (listed)        and all its other ways must lead to states
//	  state      state                    that are listed somewhere
//
// docs/inside/proofs.md and the proof pages beside it specify files in numbered clauses, and
// docs/research/diaries/proof-soundness.md has the theorem and the lemmas. The checker is those pages
// as a program, plain on purpose. It plays by the referee.
//
// # Where to find what
//
//	certificate.go       checks certificates
//	certificate_text.go  reads and writes them as files have them
//	explain.go           what a certificate's claims wait for
//	sentences.go         its sentences
//
//	check.go     checks a file, whose lines line.go reads
//	table.go     the ways from a state
//	key.go       what tells states apart
//	lemma.go     safe cards and late turns
//	stuck.go, rows.go, discards.go
//	             states that are lost at sight
//	anywhere.go  the game in which moved cards lie anywhere; class.go has its classes of states,
//	             conclude.go checks a file that lists them
//	outline.go   the outlines of tables whose cards move one by one
package proof
