// Command load measures the service over HTTP, as its clients see it, and tells the
// load of the machine beside each figure.
//
//	go run ./load cached       stored verdicts, in turns with a handler that does nothing
//	go run ./load first        new verdicts, one after the other, and their lengths later
//	go run ./load durability   new verdicts, in turns written before the answer and behind it
//	go run ./load replicas     stored verdicts of one to three replicas, and of each memory
//	go run ./load overload     16 times as many new deals as the service can take, and idle connections
//	go run ./load container    small containers: is the process killed, what is refused?
//	go run ./load soak         an hour of mixed traffic and abuse: does the process grow?
//	go run ./load play         games played by the first move of /v1/moves
//	go run ./load advise       games with hidden cards played by the first move of /v1/advise
//	go run ./load jobs         ten thousand jobs that nobody fetches
//	go run ./load interactive  requests at an even pace, without and with a campaign
//	go run ./load chaos        replicas, PostgreSQL and Redis killed under load: what is lost?
//
// Each command starts bin/thoughtful of the repository (make build) with a new database and stops
// it at the end, or measures a running service (--address); chaos starts all it needs (package
// chaos). It prints a table in Markdown. soak, play and interactive write that to standard error,
// and a row of CSV for each measurement to standard output or to --out. Times and shares are not judged, because machines differ. A
// wrong answer is an error, and so is a service that grows.
//
// The clients run on the same processors as the service, and other work may too. So what is
// compared is measured in short turns of one run, and the CPU seconds of the processes,
// which other work changes little, are given beside wall seconds.
//
// Files: main.go has the command line, service.go the service and its client, line.go a
// connection that costs the client little, bare.go the handler that does nothing,
// summary.go quantiles and tables, bot.go games played by a service's moves; each command
// has a file of its own. traffic.go, abuse.go and trend.go belong to soak.
package main
