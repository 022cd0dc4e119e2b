// Package database opens the database of a service, PostgreSQL for several processes or a SQLite file
// for one, and runs statements on it. Package store has the tables.
//
// Both databases are a [DB]: they have the same tables (package migrations) and run the same SQL, with
// parameters $1, $2, ... [Open] migrates them. While a database can't be reached, calls return errors;
// a DB works again when its database is back. Committed transactions survive the end of the process.
//
// The queue (package queue) is in the same database, so that a transaction can add its jobs.
//
// Stored rows have seals (package seal). When this package opens a database, it finds the keys of the
// seals, and stores fingerprints of the keys that have sealed something there.
//
//	database.go       Config, Open, DB; reading rows into variables
//	postgres.go       PostgreSQL: connections, transactions, notices between processes
//	sqlite.go         SQLite: connections, transactions; prepared.go keeps its statements
//	directory.go      SQLite's directory: lock, permissions, deleted files, free disk space
//	keys.go           the keys of seals
package database
