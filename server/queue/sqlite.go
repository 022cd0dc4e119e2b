package queue

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// release gives out again what was being done when the process ended, and lets this one lead at once:
// it would rest before a killed one's lease had run out, and not clean.
const release = `UPDATE river_job SET state = 'available' WHERE state = 'running'; DELETE FROM river_leader`

// OnSQLite returns the queue of a SQLite database that this process has for itself, with its tables up
// to date. The database has one connection, for which River waits like everybody who writes.
func OnSQLite(ctx context.Context, db *sql.DB, log *slog.Logger) (*Of[*sql.Tx], error) {
	on := local{riversqlite.New(db), new(notices)}
	if err := migrate(ctx, on, log); err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, release); err != nil {
		return nil, err
	}
	q, err := open(on, log)
	if err != nil {
		return nil, err
	}
	q.connect = func(context.Context) (*connection[*sql.Tx], error) {
		return &connection[*sql.Tx]{driver: on, closed: func() {}}, nil
	}
	q.doze = newDoze(db)
	return q, nil
}

// local is River's driver of SQLite, with notices that stay in the process. The driver's own are rows
// of a table, which it reads twenty times a second.
//
// A notice arrives before its transaction is committed. Who reads the tables because of it waits for
// the only connection, which the transaction has until then.
type local struct {
	*riversqlite.Driver
	notices *notices
}

func (d local) GetExecutor() riverdriver.Executor { return executor{d.Driver.GetExecutor(), d.notices} }

func (d local) UnwrapExecutor(tx *sql.Tx) riverdriver.ExecutorTx {
	return executorTx{d.Driver.UnwrapExecutor(tx), d.notices}
}

func (d local) UnwrapTx(tx riverdriver.ExecutorTx) *sql.Tx {
	if t, ours := tx.(executorTx); ours {
		tx = t.ExecutorTx
	}
	return d.Driver.UnwrapTx(tx)
}

func (d local) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return &listener{on: d.notices, got: make(chan *riverdriver.Notification, mostNotices)}
}

// executor runs River's statements.
type executor struct {
	riverdriver.Executor
	notices *notices
}

func (e executor) Begin(ctx context.Context) (riverdriver.ExecutorTx, error) {
	tx, err := e.Executor.Begin(ctx)
	return executorTx{tx, e.notices}, err
}

func (e executor) NotifyMany(_ context.Context, p *riverdriver.NotifyManyParams) error {
	e.notices.send(p)
	return nil
}

// executorTx runs River's statements in a transaction.
type executorTx struct {
	riverdriver.ExecutorTx
	notices *notices
}

func (e executorTx) Begin(ctx context.Context) (riverdriver.ExecutorTx, error) {
	tx, err := e.ExecutorTx.Begin(ctx)
	return executorTx{tx, e.notices}, err
}

func (e executorTx) NotifyMany(_ context.Context, p *riverdriver.NotifyManyParams) error {
	e.notices.send(p)
	return nil
}

// notices passes notices to those who listen.
type notices struct {
	mu        sync.Mutex
	listeners map[*listener]map[string]bool // with their topics
}

// mostNotices is how many notices may wait for a listener. Those that don't fit are lost, but River
// looks for changes by itself too.
const mostNotices = 100

// send sends a notice to all who listen to its topic.
func (n *notices) send(p *riverdriver.NotifyManyParams) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for l, topics := range n.listeners {
		if !topics[p.Topic] {
			continue
		}
		for _, payload := range p.Payload {
			select {
			case l.got <- &riverdriver.Notification{Topic: p.Topic, Payload: payload}:
			default:
			}
		}
	}
}

// listener implements riverdriver.Listener.
type listener struct {
	on  *notices
	got chan *riverdriver.Notification
}

func (l *listener) Connect(context.Context) error {
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	if l.on.listeners == nil {
		l.on.listeners = map[*listener]map[string]bool{}
	}
	l.on.listeners[l] = map[string]bool{}
	return nil
}

func (l *listener) Close(context.Context) error {
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	delete(l.on.listeners, l)
	return nil
}

func (l *listener) Listen(_ context.Context, topic string) error { return l.set(topic, true) }

func (l *listener) Unlisten(_ context.Context, topic string) error { return l.set(topic, false) }

func (l *listener) set(topic string, listens bool) error {
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	if topics, connected := l.on.listeners[l]; connected {
		topics[topic] = listens
	}
	return nil
}

func (l *listener) Ping(context.Context) error { return nil }

func (l *listener) Schema() string { return "" }

func (l *listener) SetAfterConnectExec(string) {}

func (l *listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	select {
	case n := <-l.got:
		return n, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
