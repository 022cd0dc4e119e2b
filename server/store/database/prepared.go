package database

import (
	"context"
	"database/sql"
	"sync"
)

// prepared runs statements on a SQLite database, and prepares each only once for a connection. Parsing
// the SQL takes three quarters of the time of a small statement. Some statements have numbers in their
// text; so beyond mostPrepared statements, others are prepared each time.
type prepared struct {
	db *sql.DB

	mu    sync.Mutex
	known map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared { return &prepared{db: db, known: map[string]*sql.Stmt{}} }

const mostPrepared = 100

// statement returns a statement, which ends with the database, and nil if there are too many. It
// needs a connection, and must not be called in a transaction, which may have the only one.
func (p *prepared) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	p.mu.Lock()
	known, full := p.known[text], len(p.known) >= mostPrepared
	p.mu.Unlock()
	if known != nil || full {
		return known, nil
	}
	made, err := p.db.PrepareContext(ctx, text) // without the lock: it may wait, and others must not
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.known[text]; other != nil {
		return other, made.Close()
	}
	p.known[text] = made
	return made, nil
}

// QueryContext is like the method of sql.DB.
func (p *prepared) QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return p.db.QueryContext(ctx, text, values...)
	}
	return s.QueryContext(ctx, values...)
}

// ExecContext is like the method of sql.DB.
func (p *prepared) ExecContext(ctx context.Context, text string, values ...any) (sql.Result, error) {
	s, err := p.statement(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return p.db.ExecContext(ctx, text, values...)
	}
	return s.ExecContext(ctx, values...)
}
