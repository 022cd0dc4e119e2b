package migrations

import (
	"embed"
	"io/fs"
)

//go:embed postgres/*.sql sqlite/*.sql
var files embed.FS

// Postgres returns the migrations of PostgreSQL.
func Postgres() fs.FS { return set("postgres") }

// SQLite returns the migrations of SQLite.
func SQLite() fs.FS { return set("sqlite") }

func set(engine string) fs.FS {
	sub, err := fs.Sub(files, engine)
	if err != nil {
		panic(err) // the path is valid
	}
	return sub
}
