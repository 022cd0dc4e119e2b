package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// OpenPool makes an empty pool for a game, unless it has one.
func (p *Postgres) OpenPool(ctx context.Context, game, mark string) error {
	if _, err := p.pool.Exec(ctx, openPool, game, mark); err != nil {
		return fmt.Errorf("PostgreSQL: opening the pool of %s: %w", game, err)
	}
	return nil
}

// Pool tells what the pool of a game is like.
func (p *Postgres) Pool(ctx context.Context, game string) (Pool, bool, error) {
	var found Pool
	err := p.pool.QueryRow(ctx, selectPool, game).Scan(&found.Mark, &found.Last)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Pool{}, false, nil
	case err != nil:
		return Pool{}, false, fmt.Errorf("PostgreSQL: the pool of %s: %w", game, err)
	}
	return found, true, nil
}

// Claim gives the next candidate of a game, and gives it to nobody else.
func (p *Postgres) Claim(ctx context.Context, game string) (int64, error) {
	var candidate int64
	if err := p.pool.QueryRow(ctx, claim, game).Scan(&candidate); err != nil {
		return 0, fmt.Errorf("PostgreSQL: claiming a deal of %s: %w", game, err)
	}
	return candidate, nil
}

// AddDeal puts a deal into the pool of its game, unless it is in there.
func (p *Postgres) AddDeal(ctx context.Context, d winnable.Deal) (bool, error) {
	if err := checkDeal(&d); err != nil {
		return false, err
	}
	added, err := p.addDeal(ctx, d)
	if err != nil {
		return false, fmt.Errorf("PostgreSQL: adding %s to the pool of %s: %w", d.Seed, d.Game, err)
	}
	return added, nil
}

func (p *Postgres) addDeal(ctx context.Context, d winnable.Deal) (bool, error) {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit
	if err := tx.QueryRow(ctx, nextNumber, d.Game).Scan(&d.Number); err != nil {
		return false, err
	}
	done, err := tx.Exec(ctx, insertPool, poolValues(&d)...)
	if err != nil || done.RowsAffected() == 0 {
		return false, err
	}
	return true, tx.Commit(ctx)
}

// ListDeals lists deals of a game by number.
func (p *Postgres) ListDeals(ctx context.Context, game, grade string, from, below int64, most int) ([]winnable.Deal, error) {
	deals, err := listWhole(from, most, func(from int64, most int) ([]sealed, error) {
		statement, values := listing(game, grade, from, below, most)
		found, err := p.pool.Query(ctx, statement, values...)
		if err != nil {
			return nil, err
		}
		var rows []sealed
		row := sealed{Deal: winnable.Deal{Game: game}}
		_, err = pgx.ForEachRow(found, append([]any{&row.Number}, row.columns()...), func() error {
			rows = append(rows, row)
			return nil
		})
		return rows, err
	})
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: listing deals of %s: %w", game, err)
	}
	return deals, nil
}

// CountDeals counts the deals of a game by grade.
func (p *Postgres) CountDeals(ctx context.Context, game string, seen Seen) (map[string]Count, error) {
	counts := map[string]Count{}
	var grade string
	var c Count
	found, err := p.pool.Query(ctx, countDeals, game, seen.From, seen.To, seen.Below)
	if err == nil {
		_, err = pgx.ForEachRow(found, []any{&grade, &c.All, &c.Unseen}, func() error {
			counts[grade] = c
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: counting deals of %s: %w", game, err)
	}
	return counts, nil
}

// Daily gives the deal of a day.
func (p *Postgres) Daily(ctx context.Context, day winnable.Day) (winnable.Deal, bool, error) {
	row := sealed{Deal: winnable.Deal{Game: day.Game}}
	err := p.pool.QueryRow(ctx, selectDaily, day.Game, day.Date, day.Grade, day.Version).Scan(row.columns()...)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return winnable.Deal{}, false, nil
	case err != nil:
		return winnable.Deal{}, false, fmt.Errorf("PostgreSQL: the deal of %s of %s: %w", day.Game, day.Date, err)
	}
	d, whole := row.open(dayPlace(&day))
	return d, whole, nil
}

// PutDaily remembers the deal of a day.
func (p *Postgres) PutDaily(ctx context.Context, day winnable.Day, d winnable.Deal) error {
	err := checkDeal(&d)
	if err == nil {
		_, err = p.pool.Exec(ctx, insertDaily, dailyValues(&day, &d)...)
	}
	if err != nil {
		return fmt.Errorf("PostgreSQL: storing the deal of %s of %s: %w", day.Game, day.Date, err)
	}
	return nil
}

// DropDeals deletes the deals of epochs before this one and tells how many.
func (p *Postgres) DropDeals(ctx context.Context, before int) (int64, error) {
	dropped := int64(0)
	for _, statement := range []string{dropDeals, dropDaily} {
		done, err := p.pool.Exec(ctx, statement, before)
		if err != nil {
			return dropped, fmt.Errorf("PostgreSQL: dropping deals: %w", err)
		}
		dropped += done.RowsAffected()
	}
	return dropped, nil
}
