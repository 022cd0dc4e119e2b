// Package database opens the database of a service, PostgreSQL for several processes or a SQLite file
// for one, and runs statements on it. Package store has the tables.
//
// Both databases are a [DB]: they have the same tables (package migrations) and understand the same
// SQL, with parameters $1, $2, ... [Open] migrates them. A database that is away returns errors, and
// works again when it is back. What was committed outlives the process.
//
// The queue (package queue) is in the same database, so that a transaction can add its jobs.
//
// Stored rows have seals (package seal). The package finds their keys when it opens a database, and
// notes which keys have sealed something there.
//
//	database.go       Config, Open, DB; reading rows into variables
//	postgres.go       PostgreSQL: connections, transactions, notices between processes
//	sqlite.go         SQLite: connections, transactions; prepared.go keeps its statements
//	directory.go      SQLite's directory: locked, private, still there, with room on its disk
//	keys.go           the keys of seals
package database
