// Command loadtest measures the service as its clients see it: over HTTP, in a process of
// its own, with the load of the machine beside each figure.
//
//	go run ./server/cmd/loadtest cached       remembered verdicts, in turns with a handler that does nothing
//	go run ./server/cmd/loadtest overload     four times as many searches as it can take on
//	go run ./server/cmd/loadtest soak         mixed traffic for a quarter of an hour: does it grow?
//	go run ./server/cmd/loadtest play         games played by the first move of /v1/moves alone
//	go run ./server/cmd/loadtest advise       games with hidden cards played by the first move of /v1/advise
//	go run ./server/cmd/loadtest jobs         ten thousand jobs that nobody asks about
//	go run ./server/cmd/loadtest pool         deals from a pool of winnable ones
//	go run ./server/cmd/loadtest interactive  people's questions, without and with a campaign
//
// Each command starts bin/thoughtful (make build) with a database in a directory of its
// own and stops it at the end, or measures the service whose address it is given. Rows
// of CSV go to standard output, or where there is an --out to that file; a table in
// Markdown and whatever went wrong go to standard error. Times and shares are reported
// but not judged: machines differ. An answer that is wrong is an error, and so is a
// service that grows.
//
// # What can be compared
//
// The clients run on the same processors as the service, and other work may too. So
// what is compared is measured in short turns of one run, and CPU seconds of the
// processes, which other work changes little, stand beside wall seconds.
//
// The organs: main.go has the grammar, service.go the service and what can be asked
// about it, line.go connections that cost the client little, bare.go the handler that
// does nothing, summary.go quantiles and tables; then a file for each command. Of the
// soak, traffic.go is what is asked and flat.go what is called growing.
package main
