package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

const (
	// To update a row is to lock it.
	lockRules  = `UPDATE rules SET document = document WHERE digest = $1`
	insertDone = `INSERT INTO campaign_ranges (campaign, first, last, engine, done) VALUES ($1, $2, $3, $4, $5)`

	sameSources = `
SELECT id, number FROM campaigns
WHERE number <> $1 AND source = $2 AND rules = $3 AND scheme = $4 AND player = $5 AND first <= $7 AND last >= $6`

	sameSeed = `
SELECT old.seed FROM results AS old JOIN results AS new ON new.campaign = $2 AND new.seed = old.seed
WHERE old.campaign = $1 ORDER BY old.seed LIMIT 1`
)

// ImportCampaign adds a campaign that was run elsewhere, with its results, in the state done. It
// adds all or nothing. Results must be sorted by seed. An earlier import from the same source may
// have results for the same seeds, rules and player. ImportCampaign deletes such imports if replace
// is true. Otherwise the error is an *Imported.
func (s *Store) ImportCampaign(ctx context.Context, c campaign.Campaign, results []campaign.Result, replace bool) (_ campaign.Campaign, err error) {
	rows, err := resultRowsOf(results, c.PlayedBy)
	switch {
	case err != nil:
		return campaign.Campaign{}, fmt.Errorf("importing from %s: %w", c.Source, err)
	case len(results) == 0 || c.Source == "":
		return campaign.Campaign{}, errors.New("importing a campaign: it has no results, or no source")
	case results[len(results)-1].Seed == math.MaxInt64:
		return campaign.Campaign{}, fmt.Errorf("importing from %s: seed %d is too large", c.Source, math.MaxInt64)
	}
	c.State, c.Version, c.Tally, c.Inferred = campaign.Done, 1, rows.tally, rows.inferred
	engine := results[0].Engine // "" if there are several
	if slices.ContainsFunc(results, func(r campaign.Result) bool { return r.Engine != engine }) {
		engine = ""
	}
	if c.Spread, err = rows.spread.MergeInto(nil); err != nil {
		return campaign.Campaign{}, fmt.Errorf("importing from %s: %w", c.Source, err)
	}
	c.First, c.Last = results[0].Seed, results[len(results)-1].Seed
	c.Next = c.Last + 1
	defer s.Explain(&err, "importing from %s", c.Source)
	replaced := false
	err = s.Atomically(ctx, func(tx database.Tx) error {
		row, err := s.addCampaign(ctx, tx, &c)
		if err != nil {
			return err
		}
		// Imports of one game take turns, or the second would not see the first.
		if _, err := tx.Change(ctx, lockRules, row.digest); err != nil {
			return err
		}
		if _, err := tx.Change(ctx, insertDone, c.Number, c.First, c.Last, engine, c.Ended.UnixMilli()); err != nil {
			return err
		}
		if err := s.insertResults(ctx, tx, row, rows.rows); err != nil {
			return err
		}
		if s.BeforeJoins != "" {
			if _, err := tx.Change(ctx, s.BeforeJoins); err != nil {
				return err
			}
		}
		known, err := imported(ctx, tx, row)
		if err != nil {
			return err
		}
		for i := range known {
			if !replace {
				return &known[i]
			}
			if _, err := deleteEnded(ctx, tx, known[i].Campaign); err != nil {
				return err
			}
			replaced = true
		}
		return nil
	})
	if err == nil && replaced {
		err = s.sweep(ctx)
	}
	return c, err
}

// imported lists campaigns from the same source that have seeds of one that is being
// imported.
func imported(ctx context.Context, tx database.Tx, c *campaignRow) ([]Imported, error) {
	numbers, err := database.Dictionary[string, int64](ctx, tx, sameSources, c.Number, c.Source, c.digest, c.Scheme, c.PlayedBy, c.First, c.Last)
	if err != nil {
		return nil, err
	}
	var known []Imported
	for id, number := range numbers {
		var seed int64
		found, err := database.One(ctx, tx, sameSeed, []any{number, c.Number}, &seed)
		if err != nil {
			return nil, err
		}
		if found {
			known = append(known, Imported{Campaign: id, Seed: seed})
		}
	}
	return known, nil
}

const (
	deleteCampaign = `DELETE FROM campaigns WHERE id = $1 AND ended IS NOT NULL RETURNING number`
	insertDeleted  = `INSERT INTO deleted_campaigns (number) VALUES ($1)`
	selectDeleted  = `SELECT number FROM deleted_campaigns`
	selectBound    = `SELECT seed FROM results WHERE campaign = $1 AND seed >= $2 ORDER BY seed LIMIT 1 OFFSET $3`
	deleteResults  = `DELETE FROM results WHERE campaign = $1 AND seed >= $2 AND seed < $3`
	deleteBlocks   = `DELETE FROM result_seals WHERE campaign = $1`
	dropDeleted    = `DELETE FROM deleted_campaigns WHERE number = $1`
)

// DeleteCampaign deletes a campaign that has ended, with its results. It returns false if there is no
// ended campaign with this id. The campaign is deleted at once, and its results no longer count. The
// results are deleted in several transactions; if that fails, the next call of DeleteCampaign deletes
// the rest.
func (s *Store) DeleteCampaign(ctx context.Context, id string) (deleted bool, err error) {
	defer s.Explain(&err, "deleting campaign %s", id)
	deleted, err = s.Whether(ctx, func(tx database.Tx) (bool, error) { return deleteEnded(ctx, tx, id) })
	if !deleted {
		return false, err
	}
	if err := s.sweep(context.WithoutCancel(ctx)); err != nil {
		s.Log.WarnContext(ctx, "deleting the results of a deleted campaign failed; the next deletion tries again", "campaign", id, "error", err)
	}
	return true, nil
}

// deleteEnded deletes a campaign that has ended, and leaves its results to sweep; false if
// none with this id has.
func deleteEnded(ctx context.Context, tx database.Tx, id string) (bool, error) {
	var number int64
	found, err := database.One(ctx, tx, deleteCampaign, []any{id}, &number)
	if err != nil || !found {
		return false, err
	}
	_, err = tx.Change(ctx, insertDeleted, number)
	return err == nil, err
}

// sweptAtOnce bounds the results deleted in one transaction, for which other writers of
// SQLite wait.
const sweptAtOnce = 20_000

// sweep deletes the results of campaigns that were deleted.
func (s *Store) sweep(ctx context.Context) error {
	numbers, err := database.Column[int64](ctx, s.Read, selectDeleted)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		from, more := int64(math.MinInt64), true
		for more {
			var below int64
			err := s.Atomically(ctx, func(tx database.Tx) (err error) {
				if more, err = database.One(ctx, tx, selectBound, []any{number, from, sweptAtOnce}, &below); err != nil {
					return err
				}
				if !more {
					below = math.MaxInt64 // which no result has
				}
				if _, err = tx.Change(ctx, deleteResults, number, from, below); err != nil || more {
					return err
				}
				if _, err = tx.Change(ctx, deleteBlocks, number); err != nil {
					return err
				}
				_, err = tx.Change(ctx, dropDeleted, number)
				return err
			})
			if err != nil {
				return err
			}
			from = below
		}
	}
	return nil
}
