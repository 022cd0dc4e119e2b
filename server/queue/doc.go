// Package queue is the one queue of what runs behind the answers: River
// (github.com/riverqueue/river), on PostgreSQL for a service of several processes, on SQLite for one.
//
//	store: the transaction that adds a job ─┐                      ┌─> server/jobs makes the answer
//	store: the transaction that ends one ───┤                      ├─> server/webhook sends the message
//	store: the transaction that opens a     ├─> river_job ── River ┼─> server/campaign does the range
//	       range of a campaign              │                      ├─> server/proofs checks losses
//	River: each hour, and at the start ─────┘                      └─> server/service deletes what is old
//
// A job of the queue is a row of River's table. It is added in the transaction that makes it
// necessary, taken by one process, and again after a pause if it fails. If its process was killed,
// SQLite's queue gives it out again at the next start; on PostgreSQL the other processes do, when
// nothing was heard of its process for a while. So a job is done at least once, and one whose
// result must count once completes in the transaction that writes it (river.JobCompleteTx).
//
// One process leads: it gives out what was rescued or has paused, and adds what is to be done
// periodically. Any process may come to lead, so each has to know all kinds of jobs, also those
// that it does not take ([Duties]).
//
// # Files
//
//	kinds.go     the kinds of jobs that no other package has
//	queue.go     adding jobs, and starting to work
//	postgres.go  River on PostgreSQL: connections, tables
//	heartbeat.go which processes on PostgreSQL are alive
//	sqlite.go    River on SQLite: tables, and what a killed process did
//	doze.go      rest, while there is nothing to do for SQLite's queue
package queue
