package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// silence is how long a connection may bring no notice before it is tested.
	silence = 15 * time.Second
	// answering bounds a call on the connection, which a database that hangs never answers.
	answering = 5 * time.Second
)

// Notify sends a notice of each id to those who listen to a topic, in any process.
func (p *Postgres) Notify(ctx context.Context, topic string, ids []string) (err error) {
	defer p.explain(&err, "sending notices")
	_, err = p.pool.Exec(ctx, `SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id`, topic, ids)
	return err
}

// Notices listens to topics on a connection of its own. It calls ready when it listens, then
// heard for each notice, until the context ends, the connection breaks, or the database does not
// answer any more. Notices prove nothing: anybody who may connect can send them.
func (p *Postgres) Notices(ctx context.Context, topics []string, ready func(), heard func(topic, id string)) (err error) {
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
	for _, topic := range topics {
		if err := answers(ctx, func(ctx context.Context) error {
			_, err := connection.Exec(ctx, "LISTEN "+pgx.Identifier{topic}.Sanitize())
			return err
		}); err != nil {
			return err
		}
	}
	ready()
	for {
		quiet, cancel := context.WithTimeout(ctx, silence)
		notice, err := connection.WaitForNotification(quiet)
		cancel()
		switch {
		case err == nil:
			heard(notice.Channel, notice.Payload)
		case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
			return err
		default:
			if err := answers(ctx, connection.Ping); err != nil {
				return err
			}
		}
	}
}

// answers makes a call that must return soon.
func answers(ctx context.Context, call func(context.Context) error) error {
	short, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	return call(short)
}
