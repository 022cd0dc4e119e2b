// Package migrations defines the tables of the store: numbered SQL files, one set for PostgreSQL
// and one for SQLite, applied in order when a store is opened.
//
// A number means the same step in both sets. A released file does not change: another change of
// the tables gets a new number, in both sets. There are no down migrations; restore a backup
// instead.
//
// The files are in the format of goose (github.com/pressly/goose), which package server/store
// runs.
package migrations
