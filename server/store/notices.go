package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// topic is that of all notices between processes.
const topic = "thoughtful_changes"

// Notify sends notices to those who listen, in any process.
func (p *Postgres) Notify(ctx context.Context, notices []string) (err error) {
	defer p.explain(&err, "sending notices")
	_, err = p.pool.Exec(ctx, `SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice`, topic, notices)
	return err
}

// Notices listens on a connection of its own. It calls ready when it listens, then heard for each notice,
// until the context ends or the connection breaks. Notices prove nothing: anybody who may connect can send
// them.
func (p *Postgres) Notices(ctx context.Context, ready func(), heard func(notice string)) (err error) {
	defer p.explain(&err, "listening to notices")
	connection, err := pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() {
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = connection.Close(short) // nothing is lost with it
	}()
	if _, err := connection.Exec(ctx, "LISTEN "+topic); err != nil {
		return err
	}
	ready()
	for {
		notice, err := connection.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		heard(notice.Payload)
	}
}
