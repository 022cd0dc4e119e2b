// Command tables makes the tables of docs/winnability.md, docs/performance.md and
// docs/methods.md from the results of single deals in docs/data, so that every figure
// in them can be traced to its deals, and made again.
//
// table.go reads results, winnability.go counts how many deals of each game can be
// won and compares the share with published ones, comparison.go compares verdicts
// and times with another solver's, study.go compares settings of our own.
// `go run ./docs/tables` writes the pages anew; a test fails if they are not what it
// would write.
package main
