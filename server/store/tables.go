package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

// tables is the [Store] of both databases: they have the same tables and understand the same
// SQL. The fields are what they do differently.
type tables struct {
	database string // its name, for errors
	log      *slog.Logger
	seals    seal.Keys
	ownKey   bool   // they are the one that was made for the database
	keyFile  string // where that is kept; empty for in the database

	keepUnknown time.Duration          // for how long unknown verdicts count
	instant     func(at time.Time) any // a time as verdicts have it

	// What runs statements one at a time, those that only read and those that write. A read
	// sees what was committed.
	read, write querier

	// together runs statements in one transaction.
	together func(ctx context.Context, statements []statement) error
	// atomically runs a function in a transaction, and commits it unless the function fails.
	// With errUndo it undoes the transaction and returns nil. PostgreSQL may undo a transaction because
	// of a deadlock. Then the function is called again, so what it sets has to be right then too.
	atomically func(ctx context.Context, f func(tx transaction) error) error
	// enqueue adds jobs to the queue in a transaction, and returns their ids; complete completes one there.
	enqueue  func(ctx context.Context, tx transaction, jobs ...queue.Job) ([]int64, error)
	complete func(ctx context.Context, tx transaction, job *queue.Taken) error
	// snapshot reads the state of one moment, also where many results are joined with many.
	snapshot func(ctx context.Context, f func(now querier) error) error
	// beforeJoins is what a transaction runs before it does so; empty for nothing.
	beforeJoins string

	// What is appended to a statement that selects a row, so that until the transaction ends
	// nobody else changes it, or deletes it, and so that rows locked by others are left out.
	noChange, noDelete, skipLocked string

	// inArray compares a column with a parameter, which array makes of strings.
	inArray string
	array   func(of []string) (any, error)
}

// errUndo undoes a transaction that would change nothing that counts.
var errUndo = errors.New("undo the transaction")

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
	insert(ctx context.Context, campaign int64, rows []resultRow) error
}

// one reads a single row into columns; false if there is none.
func one(ctx context.Context, from querier, statement string, values []any, columns ...any) (bool, error) {
	found := false
	err := from.each(ctx, statement, values, columns, func() error { found = true; return nil })
	return found, err
}

// whether runs a function in a transaction, and returns what it reports.
func (t *tables) whether(ctx context.Context, f func(tx transaction) (bool, error)) (yes bool, err error) {
	err = t.atomically(ctx, func(tx transaction) (err error) {
		yes, err = f(tx)
		return err
	})
	return yes && err == nil, err
}

// list reads rows into columns, and returns what read makes of each.
func list[T any](ctx context.Context, from querier, statement string, values, columns []any, read func() (T, error)) ([]T, error) {
	var all []T
	err := from.each(ctx, statement, values, columns, func() error {
		item, err := read()
		all = append(all, item)
		return err
	})
	return all, err
}

// column reads rows of one value.
func column[T any](ctx context.Context, from querier, statement string, values ...any) ([]T, error) {
	var value T
	return list(ctx, from, statement, values, []any{&value}, func() (T, error) { return value, nil })
}

// dictionary reads rows of a key and a value.
func dictionary[K comparable, V any](ctx context.Context, from querier, statement string, values ...any) (map[K]V, error) {
	all := map[K]V{}
	var key K
	var value V
	err := from.each(ctx, statement, values, []any{&key, &value}, func() error {
		all[key] = value
		return nil
	})
	return all, err
}

// explain adds what was being done to the error of a method, if it returns one.
func (t *tables) explain(err *error, what string, values ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %s: %w", t.database, fmt.Sprintf(what, values...), *err)
	}
}
