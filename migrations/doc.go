// Package migrations is the shape of the durable memory: numbered SQL files, one
// set for PostgreSQL and one for SQLite, applied in order when a store is opened.
//
// A number means the same step in both sets, and a file that was ever released
// does not change: whoever wants another shape adds a number, to both. There is no
// way down; a database is brought back by restoring its backup.
//
// The files are in the format of goose (github.com/pressly/goose), which package
// server/store applies.
package migrations
