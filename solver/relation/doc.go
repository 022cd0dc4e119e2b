// Package relation knows which games are stronger than which.
//
// Games a and b that are dealt alike are related if whatever is won under a is won
// under b with the same cards: a is the stronger one, which asks more of the
// player, b the weaker. Blake & Gent, "The Winnability of Klondike Solitaire and
// Many Other Patience Games" (JAIR 85, 2026), section 6, use this to spare
// searches:
//
//	winnable under the stronger   ──> winnable under the weaker
//	unwinnable under the weaker   ──> unwinnable under the stronger
//
// [Stronger] decides it from two rules documents, field by field, and says yes
// only where there is a proof. All the proofs are of one kind: every move of a can
// be made under b, as one move or a few, and leads to the same table again. They
// are written down in docs/engines/portfolio.md, under "Related games", and
// [ConvertMoves] is their constructive half: it turns a line won under a into one won
// under b, which the referee replays before anybody believes it.
//
// [Relatives] lists the problems of the catalogue whose verdicts would answer
// another problem.
//
// The organs: stronger.go has the order of rules, carry.go lays a table out under
// other rules and translates moves, relatives.go lists problems.
package relation
