// Package cli is the command line: cli.go has the grammar of all commands and the exit statuses.
//
//	serve.go         serve, work, mcp, healthcheck, version
//	store.go         migrate, forget
//	lists.go         games, players, seeds
//	deal.go          deal, convert, replay
//	prove.go         prove, check
//	completion.go    completion, help
//
// The other commands have a file each. campaignfiles.go has the files that campaign writes.
//
// Commands that answer what the service answers turn their flags into an HTTP request
// (request.go), so that both read the same language and report the same errors. progress.go shows
// the progress of long commands.
package cli
