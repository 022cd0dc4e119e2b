// Package relation decides which games are stronger than which.
//
// Two games a and b that are dealt alike are related if every deal that is won under a is also
// won under b with the same cards. Then a, which allows the player less, is the stronger game,
// and b the weaker. Blake & Gent, "The Winnability of Klondike Solitaire and Many Other Patience
// Games" (JAIR 85, 2026), section 6, use this to save searches:
//
//	winnable under the stronger   ──> winnable under the weaker
//	unwinnable under the weaker   ──> unwinnable under the stronger
//
// [Stronger] compares two rules documents field by field, and returns true only where there is a
// proof. All proofs are of one kind: every move of a can be made under b, as one move or several,
// and leads to the same table. They are written down in docs/inside/portfolio.md, under "Related
// games". [ConvertMoves] is their constructive half: it converts a line that wins under a into
// one that wins under b. The caller has the referee replay it.
//
// [Relatives] lists the problems of the catalogue whose verdicts would answer another problem.
//
// Files: stronger.go has the order of rules, carry.go converts positions and moves, relatives.go
// lists problems.
package relation
