// Package deadend proves states lost without searching below them, by relaxations: games in which
// more is possible than in the real one, and which are soon decided. What can't be won in the
// relaxed game can't be won at all. Each relaxation is for a family of games, and has its proof on
// the page named in its file.
//
// Relaxations of the first kind take microseconds, because nothing that was once possible ever
// ceases to be (Bjarnason, Tadepalli & Fern, "Searching Solitaire in Real Time", ICGA Journal 30,
// 2007, section 5). A [Finder] tries them on states while that is worth its time. The others are
// searches of their own with far fewer positions: [Tallies], asked at any state, and [HighCards],
// asked once at the beginning.
//
// Files:
//
//	finder.go      the table of the first kind, and when they are tried
//	spaces.go      cards without a place, where spaces are counted: most games
//	loosegroups.go games whose cards move with whatever lies on them
//	wasteorder.go  Carpet and its like
//	tallies.go     Chameleon and its like: where cards lie, but not how columns are arranged
//	digging.go     what their columns can't hold
//	highcards.go   Alina and its like, without their low cards
//
// Letters stand for the same as in package state.
package deadend
