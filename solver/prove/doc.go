// Package prove finds proofs of lost positions for the checker in package closed, and writes them.
//
// It searches in depth with the ways and lemmas of the checker itself, so that it writes nothing
// that would be refused. It is slower than an engine and sees more states, and runs only when
// somebody asks for a proof. The same position gives the same file.
package prove
