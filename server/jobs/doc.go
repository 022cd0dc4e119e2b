// Package jobs runs requests whose answers are fetched later.
//
// A job is a row of the store (package store). With each job a ticket is added to the queue
// (queue.Answer), which does not name the job. The queue gives the ticket to a process with a free
// runner, or to another process if that one dies. The process with the ticket begins the job whose
// turn it is. So a job survives its process, and every process can answer questions about it:
//
//	accept ──> queued ── a runner is free ──> running ── answered ──> done, or failed
//	             │  ^                           │ │ │
//	             │  └── the process stops ──────┘ │ └── cancelled ──> cancelled
//	             │  ┌── its process dies ─────────┘
//	             │  └─> running elsewhere; cancelled if two processes died during its search
//	             └── deadline passes ──> done: unknown
//
// A job's time begins when it is accepted. Neither waiting nor a restart extends it, so the job ends
// at its deadline or soon after. A partial answer (a verdict while its solution is being shortened)
// is published in the row.
//
// Unfinished jobs are limited in all, for each client and for each IPv6 /48 network; beyond a limit,
// new jobs are refused. Ended jobs are deleted after a while, or earlier if their client has many.
// So no client can make the service delete the answers of another.
//
// Processes on one database tell each other of changes (watch.Relay), and poll for changes that
// they missed.
//
// The package does not interpret requests and answers: [Work] makes an answer from a request. The
// files: manager.go accepts jobs and reads them, runner.go runs them, keeper.go stops jobs that were
// cancelled by other processes, ends overdue jobs and deletes old ones.
package jobs
