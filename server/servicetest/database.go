package servicetest

import (
	"context"
	"crypto/rand"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Database creates an empty database on the PostgreSQL server that tests share, and drops it at
// the test's end. It returns the database's URL, which leaves time for connections: on a busy
// machine the server may take seconds for one.
func Database(t testing.TB) string {
	t.Helper()
	server := URL(t, Postgres)
	address, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s: %s", Postgres.Variable, err)
	}
	name := pgx.Identifier{"thoughtful_test_" + rand.Text()}
	// template0 is the template that can't have connections.
	execute(t, server, "CREATE DATABASE "+name.Sanitize()+" TEMPLATE template0")
	t.Cleanup(func() { execute(t, server, "DROP DATABASE "+name.Sanitize()+" WITH (FORCE)") })
	address.Path = "/" + name[0]
	query := address.Query()
	query.Set("connect_timeout", "60")
	address.RawQuery = query.Encode()
	return address.String()
}

func execute(t testing.TB, server, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	connection, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatalf("%s: %s", Postgres.Variable, err)
	}
	defer connection.Close(ctx)
	if _, err := connection.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %s", statement, err)
	}
}
