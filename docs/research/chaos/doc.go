// Package chaos kills a service of several processes again and again while clients use it, and
// counts what is lost. `make chaos` and a short test run it.
//
// [Run] starts PostgreSQL (which waits for the disk), Redis, three replicas of the service and a
// proxy in front of them. Clients ask all kinds of questions through the proxy. One goroutine kills
// a replica, Redis or PostgreSQL at random times with SIGKILL, and each is started again at once.
// [Options] can have one replica on SQLite instead, and freeze replicas for a while in place of some kills.
// Then no more is killed, everything accepted has to end, and the books are checked:
//
//	clients ──> proxy ──> replicas ──> PostgreSQL, Redis
//	   │                     ^               ^
//	   v                     └──── killer ───┘
//	ledger <── auditor: is what was answered in the database?
//
// A client knows the verdict of each deal beforehand, from the directory data, and the result of each deal
// of a campaign from an undisturbed run of the same program. Each solution is replayed by the
// referee.
//
// The files: chaos.go runs everything, replica.go and kill.go start and kill, proxy.go is the
// proxy, outage.go the times when something was down; truth.go the known verdicts; client.go sends
// requests, follow.go follows events, solve.go, batch.go, job.go, campaign.go and other.go are the
// clients; ledger.go counts, audit.go asks the database, logs.go reads the logs, report.go
// writes tables.
package chaos
