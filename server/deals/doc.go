// Package deals keeps pools of deals that can be won, and the deals of days.
//
// A [Dealer] hands out deals of a game by difficulty, in milliseconds, because they were
// found before: a goroutine of its own, the filler, tries one deal after the other, with
// an engine of its own, has the referee replay the solution, has the difficulty measured,
// and puts the deal into the pool of its game, and the verdict with the solution where
// verdicts are remembered.
//
//	starter deals, then solvitaire:1000000, 1000001, …
//	        │ claimed: nobody else tries the same
//	        v
//	     engine ── not won within States ──> nothing
//	        │ solution
//	        v
//	     referee ── rejects ──> logged and counted, nothing
//	        │
//	        v
//	    difficulty ──> verdict stored ──> deal in the pool, under the next number
//
// Starter deals are a list of seeds that comes with the program and is tried first: of
// each grade of each game some that are solved quickly, so that a new installation has
// deals within seconds. It is not believed: what it names is tried like any other.
//
// # When more are made
//
// The filler keeps Size deals of each grade ahead of whoever has seen most of them, and
// rests when it has: at first it makes Size deals of each grade; when the client that got
// farthest with a cursor has seen n of a grade, there should be n + Size. There are never
// more than Max of a grade, so that strangers can't make us store without bound. How far
// clients got is kept in memory: after a restart the filler rests until one of them comes
// back. A deal of a grade of which there are enough is kept as well, up to Max, since it
// was found.
//
// A game of which a thousand deals in a row were tried without one that was wanted is left
// alone for an hour.
//
// # What it costs others
//
// The filler is no worker of the pool that answers requests, and works only while one of
// those is free ([pool.Gate]): with as many workers as processors, the processor that it takes
// would be idle. When the last worker is taken, the filler pauses in the middle of its deal,
// within a few hundred states, until a worker is free.
//
// # Handing out
//
// A deal is in a pool under a number, and numbers become visible in their order, whichever
// process adds them. So what somebody has seen is an interval of numbers, going round:
// that is a cursor (cursor.go). It is kept by the client, not here.
//
// # Crashes
//
// A process that dies loses the one deal that it was trying, which was claimed and won't be
// tried again; seeds are plenty. A verdict is stored before its deal is in the pool: what
// is handed out has a solution.
//
// # The deal of a day
//
// It is derived from date, game and grade alone (daily.go): a hash gives a sequence of
// candidates, and the first that is won within States and has the grade is the deal. Both
// are the same on every machine: the engine keeps its budget of states to the letter, its
// memory suffices for it, and difficulty is measured in states and with fixed seeds. So
// every installation works out the same, and needs to ask nobody.
//
// # The organs
//
//	dealer.go   what a Dealer is made of, and errors
//	hand.go     handing deals out
//	cursor.go   what somebody has seen
//	filler.go   what to try next, and when
//	starter.go  what is tried first
//	attempt.go  trying one deal
//	daily.go    the deals of days
package deals
