// Package deals keeps pools of winnable deals, and the deals of the day.
//
// A [Dealer] returns deals of a game by difficulty within milliseconds, because they were
// found before. A goroutine, the filler, tries one deal after the other with an engine of its
// own: the referee replays the solution, the difficulty is measured, the verdict is stored
// with the solution, and the deal is added to the pool of its game.
//
//	solvitaire:1000000, 1000001, …
//	        │ claimed: no other process tries the same
//	        v
//	     engine ── not won within its budget ──> nothing
//	        │ solution
//	        v
//	     referee ── rejects ──> logged and counted, nothing
//	        │
//	        v
//	    difficulty ──> verdict stored ──> deal in the pool, under the next number
//
// Starter deals come with the program: of each grade of each game some, with their solutions and
// difficulties. An empty pool gets them when it is opened or first asked for, so that a new
// installation has deals at once. The referee replays each solution before.
//
// # When more are made
//
// The filler keeps Size deals of each grade beyond the furthest cursor: at first it makes
// Size deals of each grade; when the furthest cursor has seen n of a grade, there should be
// n + Size. There are never more than Max of a grade, so that clients can't make the service
// store without limit. How far cursors got is kept in memory: after a restart the filler
// rests until one of them comes back. Deals found of a grade that has enough are kept too, up
// to Max.
//
// A game whose last thousand deals were all of no use rests for an hour.
//
// # What it costs others
//
// The filler is no worker of the pool that answers requests, and works only while one of
// those is free ([pool.Gate]): with as many workers as processors, the processor that it uses
// would be idle. When the last worker is taken, the filler pauses in the middle of its deal,
// within a few hundred states, until a worker is free.
//
// # Cursors
//
// A deal is in a pool under a number, and numbers become visible in their order, whichever
// process adds them. So what a client has seen is an interval of numbers, going round: that
// is a cursor (cursor.go). The client keeps it, not the service.
//
// # Crashes
//
// A process that is killed loses the one deal that it was trying: it was claimed and is not
// tried again; seeds are plenty. A verdict is stored before its deal is in the pool, so that
// every deal handed out has a solution.
//
// # The deal of the day
//
// It is derived from date, game and grade alone (daily.go): a hash gives a sequence of
// candidates, and the first that is won within its budget and has the grade is the deal. Both are
// the same on every machine: the engine's budget of states is exact, its memory suffices for
// it, and difficulty is measured in states and with fixed seeds. So every installation finds
// the same deal on its own.
//
// # Files
//
//	dealer.go   what a Dealer is made of, and errors
//	hand.go     handing deals out
//	cursor.go   what a client has seen
//	filler.go   what to try next, and when
//	starter.go  what comes with the program
//	attempt.go  trying one deal
//	daily.go    deals of the day
package deals
