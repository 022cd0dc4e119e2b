package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// OpenPool makes an empty pool for a game, unless it has one.
func (s *SQLite) OpenPool(ctx context.Context, game, mark string) error {
	if _, err := s.writer.ExecContext(ctx, openPool, game, mark); err != nil {
		return fmt.Errorf("SQLite: opening the pool of %s: %w", game, err)
	}
	return nil
}

// Pool tells what the pool of a game is like.
func (s *SQLite) Pool(ctx context.Context, game string) (Pool, bool, error) {
	var found Pool
	err := s.readers.QueryRowContext(ctx, selectPool, game).Scan(&found.Mark, &found.Last)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Pool{}, false, nil
	case err != nil:
		return Pool{}, false, fmt.Errorf("SQLite: the pool of %s: %w", game, err)
	}
	return found, true, nil
}

// Claim gives the next candidate of a game, and gives it to nobody else.
func (s *SQLite) Claim(ctx context.Context, game string) (int64, error) {
	var candidate int64
	if err := s.writer.QueryRowContext(ctx, claim, game).Scan(&candidate); err != nil {
		return 0, fmt.Errorf("SQLite: claiming a deal of %s: %w", game, err)
	}
	return candidate, nil
}

// AddDeal puts a deal into the pool of its game, unless it is in there.
func (s *SQLite) AddDeal(ctx context.Context, d winnable.Deal) (bool, error) {
	if err := checkDeal(&d); err != nil {
		return false, err
	}
	added, err := s.addDeal(ctx, d)
	if err != nil {
		return false, fmt.Errorf("SQLite: adding %s to the pool of %s: %w", d.Seed, d.Game, err)
	}
	return added, nil
}

func (s *SQLite) addDeal(ctx context.Context, d winnable.Deal) (bool, error) {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := tx.QueryRowContext(ctx, nextNumber, d.Game).Scan(&d.Number); err != nil {
		return false, err
	}
	done, err := tx.ExecContext(ctx, insertPool, poolValues(&d)...)
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	return true, tx.Commit()
}

// ListDeals lists deals of a game by number.
func (s *SQLite) ListDeals(ctx context.Context, game, grade string, from, below int64, most int) ([]winnable.Deal, error) {
	deals, err := listWhole(from, most, func(from int64, most int) ([]sealed, error) {
		return s.listDeals(ctx, game, grade, from, below, most)
	})
	if err != nil {
		return nil, fmt.Errorf("SQLite: listing deals of %s: %w", game, err)
	}
	return deals, nil
}

func (s *SQLite) listDeals(ctx context.Context, game, grade string, from, below int64, most int) ([]sealed, error) {
	statement, values := listing(game, grade, from, below, most)
	found, err := s.readers.QueryContext(ctx, statement, values...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var rows []sealed
	for found.Next() {
		row := sealed{Deal: winnable.Deal{Game: game}}
		if err := found.Scan(append([]any{&row.Number}, row.columns()...)...); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}

// CountDeals counts the deals of a game by grade.
func (s *SQLite) CountDeals(ctx context.Context, game string, seen Seen) (map[string]Count, error) {
	counts, err := s.countDeals(ctx, game, seen)
	if err != nil {
		return nil, fmt.Errorf("SQLite: counting deals of %s: %w", game, err)
	}
	return counts, nil
}

func (s *SQLite) countDeals(ctx context.Context, game string, seen Seen) (map[string]Count, error) {
	found, err := s.readers.QueryContext(ctx, countDeals, game, seen.From, seen.To, seen.Below)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	counts := map[string]Count{}
	for found.Next() {
		var grade string
		var c Count
		if err := found.Scan(&grade, &c.All, &c.Unseen); err != nil {
			return nil, err
		}
		counts[grade] = c
	}
	return counts, found.Err()
}

// Daily gives the deal of a day.
func (s *SQLite) Daily(ctx context.Context, day winnable.Day) (winnable.Deal, bool, error) {
	row := sealed{Deal: winnable.Deal{Game: day.Game}}
	err := s.readers.QueryRowContext(ctx, selectDaily, day.Game, day.Date, day.Grade, day.Version).Scan(row.columns()...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return winnable.Deal{}, false, nil
	case err != nil:
		return winnable.Deal{}, false, fmt.Errorf("SQLite: the deal of %s of %s: %w", day.Game, day.Date, err)
	}
	d, whole := row.open(dayPlace(&day))
	return d, whole, nil
}

// PutDaily remembers the deal of a day.
func (s *SQLite) PutDaily(ctx context.Context, day winnable.Day, d winnable.Deal) error {
	err := checkDeal(&d)
	if err == nil {
		_, err = s.writer.ExecContext(ctx, insertDaily, dailyValues(&day, &d)...)
	}
	if err != nil {
		return fmt.Errorf("SQLite: storing the deal of %s of %s: %w", day.Game, day.Date, err)
	}
	return nil
}

// DropDeals deletes the deals of epochs before this one and tells how many.
func (s *SQLite) DropDeals(ctx context.Context, before int) (int64, error) {
	dropped := int64(0)
	for _, statement := range []string{dropDeals, dropDaily} {
		done, err := s.writer.ExecContext(ctx, statement, before)
		if err != nil {
			return dropped, fmt.Errorf("SQLite: dropping deals: %w", err)
		}
		n, err := done.RowsAffected()
		if err != nil {
			return dropped, err
		}
		dropped += n
	}
	return dropped, nil
}
