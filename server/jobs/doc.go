// Package jobs does work that nobody waits for on a connection: it is accepted, done
// when its turn comes, and its answer fetched later.
//
// A job lives in the store (store.Jobs) and nowhere else. Whichever process has a runner
// free takes the job whose turn it is, and holds it by a lease that it renews; whoever
// wants to know what has become of a job reads its row. So a job survives its process,
// and may be asked about at another one than that which runs it:
//
//	accept ──> queued ── a runner is free ──> running ── answered ──> done, or failed
//	             │  ^                           │ │ │
//	             │  └── the process stops ──────┘ │ └── cancelled ──> cancelled
//	             │  ┌── its lease runs out ───────┘
//	             │  └─> running elsewhere; cancelled after too many attempts
//	             └── deadline passes ──> done: unknown
//
// A job's time begins when it is accepted, and neither waiting nor a restart makes it
// longer: whatever happens, it has ended soon after its deadline. What it knows so far
// (a verdict, while its solution is being made shorter) is published in the row.
//
// Nothing stays for ever. There are bounds on unfinished jobs, in all and of one client;
// those that have ended are deleted after a while, or earlier if there are many. A job
// that nobody asks about costs no more than that.
//
// What the work is the package does not know: requests and answers are documents, and
// [Work] makes one of the other. The organs: manager.go accepts and answers, runner.go
// takes jobs and does them, keeper.go renews leases, ends what is overdue and deletes
// what is old.
package jobs
