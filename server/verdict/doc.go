// Package verdict answers problems, from stored records or by a search, and stores what was
// found.
//
// [Service.Answer] looks a problem up, else has it searched once for all callers that wait
// for it. Whatever the source, an answer is verified: a record must be of the current epoch,
// of this very problem (the whole text is compared, not the id alone) and free of
// contradictions, and the referee replays a solution that an engine has found or that comes from
// outside the process. An engine's result that fails
// verification is an error, never a verdict; a stored record that fails is logged and
// deleted, and the problem is searched again.
//
// # Calls
//
// All callers with the same problem and budget share one call, as in singleflight, unless
// they want a short solution, for which each uses all of its own time.
//
//	        first caller                 nothing stored
//	(nothing) ──────────> looking it up ────────────────> searching
//	                       │    │                         │    │
//	     a record answers  │    │    nobody waits any     │    │  the solver
//	   all who wait so far │    │  more, or the last      │    │  returns
//	                       │    │  deadline passes        │    │
//	                       │    └───────────┐   ┌─────────┘    │
//	                       │                v   v              │
//	                       │               ending ── the ────┐ │
//	                       │          (its context  solver   │ │
//	                       │           has ended)  returns   │ │
//	                       v                                 v v
//	                      done <── verification, backlog ──────
//
// Callers may join while a call looks the problem up or searches. A caller with a later deadline than
// the others makes the call last longer: its clock always ends at the latest deadline of those who wait
// now. Each caller leaves on its own: a client that disconnects at once; one whose deadline passes at
// once too if others keep the search going, else after a short grace in which the search reports how
// far it got. When the last has left, the context ends. A call that is ending or done can't be joined;
// the next caller starts another one, which finds the record of the first.
//
// A proven record in this process (in the backlog or the near cache) is answered without a call. Before
// a shared cache, the near one keeps proven records only, and not for long, so that a shorter solution
// that another process finds is seen. Fresh questions have calls of their own, which look nothing up.
//
// # Related games
//
// Where nothing, or no proven verdict, is stored of a problem, the tiers are asked about problems of
// related games with the same cards (package relation), each tier once about all of them: a win under
// stronger rules is a win here, and a deal that is unwinnable under weaker rules is unwinnable here.
// The related record is verified, and so is what is inferred from it: its solution, translated to this
// game's moves, is replayed under this game's rules. If a worker is idle this is done beside the
// search, after 2 ms: it takes a millisecond, half of a new verdict's time.
//
// # Rough solutions
//
// [Service.Answer] does not wait until a solution is shortened. The search shortens nothing, so that it is
// the same for those who want a solution and those who don't. Its record is rough: [Options].Rough is told
// of it, now and when it is answered from memory, and replaces it later by one with a shorter solution.
// [Service.AnswerEarly], for jobs and batches, has a worker shorten the solution before the answer.
//
// # Reading without a search
//
//	Remember  what Answer would answer from records
//	Know      the best proven result of backlog and caches; of the store only if they have none
//	Recall    by id: the nearest proven verdict, else the unknown of the longest search
//
// # Tiers
//
//	call ── add ──> backlog ──> store ── then ──> near, cache
//	  ^                │          │                  │
//	  └───── get ──────┴── in the order: backlog, near, cache, store
//
// A result worth storing goes into the backlog (package backlog) before it is answered, and an answer
// waits until it is stored. A tier that fails is asked only once a second, so that a dead cache does
// not cost every request its timeout.
//
// The files: service.go has questions and what is stored from outside, call.go shared searches,
// callers.go who waits for them, remember.go what needs no search, relatives.go what follows
// from related games, tier.go reads and writes of the tiers, observer.go the metrics.
package verdict
