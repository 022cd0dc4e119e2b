// Package cli is the command line: a file for each command, all in the grammar of cli.go,
// which also has the exit statuses.
//
// Commands that answer what the service answers make an HTTP request of their flags
// (request.go), so that both read one language and complain alike. progress.go shows how
// far commands that take long are; resultfile.go reads files of results; priority_*.go
// lowers the priority of a worker.
package cli
