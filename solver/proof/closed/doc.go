// Package closed checks proofs that a position can't be won.
//
// Such a proof is a file that lists states, the position first. None is won, and whatever can be
// done in one of them leads to one of them: the set is closed, so no win can be reached.
//
//	position ──▶ state ──▶ state          each line of the file goes some ways back
//	    │          │  ╲                   and one way on; what it leads to is listed,
//	    ▼          ▼    ▶ (listed)        and all its other ways must lead to states
//	  state      state                    that are listed somewhere
//
// docs/proofs.md has the format and the theorem; docs/proof-lemmas.md, docs/proof-dead-ends.md,
// docs/proof-outlines.md, docs/proof-anywhere.md and docs/proof-claims.md have the lemmas by which two
// tables are one state, and by which a state needs less than all of its ways. This package is those
// pages as a program, plain on purpose. It plays by the referee and imports no engine. Package prove
// writes the files.
//
// The files: file.go reads lines, check.go checks a file. table.go finds the ways from a state, key.go
// what tells states apart; lemma.go has safe cards and late turns; stuck.go, rows.go and discards.go
// have states that are lost at sight, with sets of cards (set.go). anywhere.go is the game in which
// moved cards lie anywhere, class.go its classes of states and conclude.go the check of a file that
// lists them. outline.go has the outlines of tables whose cards move one by one. claims.go reads and
// writes certificates.
package closed
