// Package verdict keeps the Book: what is known of problems, and how it becomes
// known.
//
// [Book.Answer] answers a problem from what is remembered, else has it searched
// once for all who wait for it, and remembers what was found. Whatever the
// source, nothing is answered that has not passed the gate: a record must be of
// the current epoch, of this very problem (the whole text is compared, not the id
// alone) and without contradiction, and a solution is replayed by the referee
// each time anew. An engine that fails at the gate yields an error, never a
// verdict; a remembered record that does is reported, struck out, and the problem
// is searched again.
//
// # Flights
//
// All who ask the same problem under the same budget of states share one flight, unless
// they want a short solution, for which each uses all of their own time.
//
//	          first asks                  nothing remembered
//	(nothing) ──────────> looking things up ────────────────> searching
//	                       │    │                              │    │
//	     a record answers  │    │     nobody waits any more    │    │  the solver
//	   all who wait so far │    │  or the last deadline passes │    │  returns
//	                       │    └───────────┐   ┌──────────────┘    │
//	                       │                v   v                   │
//	                       │               ending ── the solver ──┐ │
//	                       │     (its context has ended)  returns │ │
//	                       v                                      v v
//	                     landed <────── gate, then memory ──────────
//
// Somebody may join while a flight looks things up or searches, and with more
// patience than the others makes it last longer: the flight's context always has
// the latest deadline of those who wait now. Everybody leaves on their own: a
// client that goes away at once; one whose deadline passes at once too if others
// keep the search going, else after a short grace in which the search says how
// far it got. When the last has left, the context ends. A flight that is ending
// or landed takes nobody on board; whoever comes then opens another one, which
// finds what the first has left in memory.
//
// A proven verdict in the memory of this process, the backlog and the cache if it is
// here, is answered without a flight: the look takes less time than opening one.
//
// Fresh questions have flights of their own, which look nothing up, so that
// nobody else waits for a search whose result is known.
//
// # Relatives
//
// Where nothing, or no proven verdict, is remembered of a problem, the memories are
// asked about problems of related games with the same cards (package relation), all
// at once and each memory once: what is won under stronger rules is won here, what
// can't be won under weaker ones can't be won here. The relative's record has to
// pass the gate, and so has what is inferred from it: its solution, said in this
// game's moves, is replayed under this game's rules.
//
// # Memory
//
//	flight ── put ──> backlog ── batches ──> store ── then ──> cache
//	  ^                  │                     │                 │
//	  └────── get ───────┴──── in the order: backlog, cache, store
//
// A result that is worth it goes into the backlog before it is answered, and a
// goroutine writes the backlog to the store and then to the cache. So an answer
// never waits for a write, whoever asks again reads what was just answered, and a
// store that is down costs nothing but room: the backlog holds what it could not
// take, answers from it, and tries again with growing pauses until the store is
// back. The room is bounded; the oldest unknowns go first, then the oldest
// verdicts, and what was dropped is counted and logged. [Book.Close] writes what
// is left.
//
// Nothing is delayed on purpose, so a batch is whatever came while the last one
// was written. The price: a process that is killed loses the results that it
// answered within its last write, milliseconds with a store that is well. They
// are lost to memory only, and are found again by whoever asks next.
//
// A memory that fails is left alone for a second at a time, during which the
// others do the work, so that a dead cache does not cost every request its
// timeout.
//
// The organs: book.go has the calls, flight.go the searches that are shared,
// patience.go the context that they run under, gate.go what may be answered,
// memory.go reading, near.go what needs no flight, relatives.go what follows from
// related games, backlog.go and writer.go writing, observer.go the metrics.
package verdict
