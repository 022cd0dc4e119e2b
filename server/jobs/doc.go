// Package jobs runs requests whose answers are fetched later.
//
// A job lives in the store (package store), and its state is its row. With it a ticket is added to the
// queue (queue.Answer), which does not say for which job it is. The queue gives it to a process with a free
// runner, and to another one if that process dies; who has it begins the job whose turn it is. So a job
// survives its process, and any process can be asked about it:
//
//	accept ──> queued ── a runner is free ──> running ── answered ──> done, or failed
//	             │  ^                           │ │ │
//	             │  └── the process stops ──────┘ │ └── cancelled ──> cancelled
//	             │  ┌── its process dies ─────────┘
//	             │  └─> running elsewhere; cancelled if two processes died during its search
//	             └── deadline passes ──> done: unknown
//
// A job's time begins when it is accepted, and neither waiting nor a restart extends it: it
// ends soon after its deadline at the latest. What it knows so far (a verdict, while its
// solution is being shortened) is published in the row.
//
// Unfinished jobs are limited, in all, for each client and for each IPv6 /48 network; ended ones
// are deleted after a while, or earlier if their client has many. Where all together have too
// many, or a network has, new ones are refused: an answer is kept whatever other clients do. A job
// that nobody asks about costs no more than that.
//
// Processes on one database tell each other of changes (watch.Relay), and look now and then for
// those that they missed.
//
// The package does not know the work: requests and answers are documents, and [Work] makes
// one from the other. The files: manager.go accepts and answers, runner.go runs jobs, keeper.go stops
// those that were cancelled elsewhere, ends overdue jobs and deletes old ones.
package jobs
