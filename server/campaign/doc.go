// Package campaign finds out how often games can be won: it has range after range of
// numbered deals solved, or played, and every result kept.
//
// What is done with a range is one piece of code ([Worker]), and so is what range comes next
// ([Planner]). Who does it when, there are two of:
//
//   - [Runner] does the work of a store that is one process's own.
//   - [River] does a process's part of it where a PostgreSQL database is shared, with
//     github.com/riverqueue/river. An open range is a job, which is made in the transaction
//     that opens the range and completed in the one that writes its results, so that
//     neither can be without the other.
//
// A range counts once, however often it is done: the store finishes it once only, with its
// results, its tally and its job, or not at all. So whatever is killed or lost costs time
// alone, and nothing needs to know for certain who is alive:
//
//   - A process that is killed leaves jobs that seem to be running. River rescues them when
//     they are older than they may get (RescueAfter, and then up to a minute, until its
//     leader looks). It does not ask whether the process lives. So a range has a time limit
//     that is shorter, after which a living process gives it up.
//   - What takes too long, one deal that needs minutes for its states above all, is begun
//     again with twice the time. It is done in the end, and costs at most twice what it
//     costs. Where deals have a deadline, one of them may take all of that beside the limit.
//   - The queue holds a few ranges for each worker there is, never the whole campaign: who
//     finishes a range opens the next ones. What that forgets a sweep finds, which every
//     process makes now and then: campaigns that are queued or stand still, open ranges
//     whose jobs are gone.
//
// The organs: plan.go is what is to be done, manager.go creates campaigns and tells how they
// go (hub.go wakes those who watch). worker.go does a range, with related.go for what is
// known of its deals already and play.go for players; gate.go lets people go first.
// planner.go cuts ranges. runner.go is the one way to run them; river.go the other, with
// sweep.go, and migrate.go for River's tables.
package campaign
