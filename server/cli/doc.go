// Package cli is the command line: a file for each command, and cli.go with the grammar of all
// and the exit statuses.
//
// Commands that answer what the service answers turn their flags into an HTTP request
// (request.go), so that both read the same language and report the same errors. progress.go shows
// the progress of long commands.
package cli
