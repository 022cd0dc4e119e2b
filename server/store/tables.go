package store

import (
	"context"
	"fmt"
	"log/slog"
)

// tables is the [Store] of both databases: they have the same tables and understand the same
// SQL. The fields are what they do differently.
type tables struct {
	database string // its name, for errors
	log      *slog.Logger

	// What runs statements one at a time, those that only read and those that write. A read
	// sees what was committed.
	read, write querier

	// together runs statements in one transaction.
	together func(ctx context.Context, statements []statement) error
	// atomically runs a function in a transaction, and commits it if that returns true.
	atomically func(ctx context.Context, f func(tx transaction) (bool, error)) error
	// joining begins to read where many results are joined with many.
	joining func(ctx context.Context, f func(from querier) error) error
	// beforeJoins is what a transaction runs before it does so; empty for nothing.
	beforeJoins string

	// What is appended to a statement that selects a row, so that until the transaction ends
	// nobody else changes it, or deletes it, and so that rows locked by others are left out.
	noChange, noDelete, skipLocked string

	// inList compares a column with a parameter, which list makes of strings.
	inList string
	list   func(of []string) (any, error)
}

// statement is one with its parameters.
type statement struct {
	text   string
	values []any
}

// querier runs statements.
type querier interface {
	// each reads the rows that a statement returns into columns, and calls f after each.
	each(ctx context.Context, statement string, values, columns []any, f func() error) error
	// change runs a statement and returns how many rows it changed.
	change(ctx context.Context, statement string, values ...any) (int64, error)
}

// transaction runs statements in a transaction.
type transaction interface {
	querier
	// insert writes results of a campaign.
	insert(ctx context.Context, campaign int64, rows *resultRows) error
}

// one reads a single row into columns; false if there is none.
func one(ctx context.Context, from querier, statement string, values []any, columns ...any) (bool, error) {
	found := false
	err := from.each(ctx, statement, values, columns, func() error { found = true; return nil })
	return found, err
}

// failed adds to an error what was being done, unless there is none.
func (t *tables) failed(err error, what string, values ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s: %w", t.database, fmt.Sprintf(what, values...), err)
}
