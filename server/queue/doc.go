// Package queue is the queue of all background work. It uses River (github.com/riverqueue/river), on
// PostgreSQL for a service of several processes, on SQLite for a single process.
//
//	store: the transaction that adds a job ─┐                      ┌─> server/jobs makes the answer
//	store: the transaction that ends one ───┤                      ├─> server/webhook sends the message
//	store: the transaction that opens a     ├─> river_job ── River ┼─> server/campaign does the range
//	       range of a campaign              │                      ├─> server/proofs checks losses
//	River: each hour, and at the start ─────┘                      └─> server/service deletes what is old
//
// A job of the queue is a row of River's table. It is added in the transaction that makes it
// necessary, and taken by one process. If it fails, it is taken again after a pause. If its process
// is killed, the job becomes available again: on SQLite at the next start, on PostgreSQL when the
// other processes have not heard of that process for a while. So a job is done at least once. A job
// whose result must count only once completes in the transaction that writes the result
// (river.JobCompleteTx).
//
// One process leads. It makes rescued and paused jobs available, and adds periodic jobs. Every
// process may become the leader, so each must know all kinds of jobs, also those that it does not
// take ([Duties]).
//
// # Files
//
//	kinds.go     the kinds of jobs, except the ranges of campaigns
//	queue.go     adding jobs, and starting to work
//	postgres.go  River on PostgreSQL: connections, tables
//	heartbeat.go which processes on PostgreSQL are alive
//	sqlite.go    River on SQLite: tables, and the jobs of a killed process
//	doze.go      stops River on SQLite while there is nothing to do
package queue
