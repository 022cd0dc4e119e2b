package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// What the seals of campaigns and of their results are for.
const (
	campaignSeal = "campaign"
	resultsSeal  = "results"
)

// sealedTogether is how many results have one seal. A seal for each would take as much room as
// the result; to check one means to read those beside it.
const sealedTogether = 1000

const (
	insertBlock  = `INSERT INTO result_seals (campaign, first, last, seal) VALUES ($1, $2, $3, $4)`
	selectBlocks = `
SELECT first, last, seal FROM result_seals WHERE campaign = $1 AND first <= $3 AND last >= $2 ORDER BY first`

	selectResults = `
SELECT seed, outcome, states, elapsed_ns, length, score, inferred
FROM results WHERE campaign = $1 AND seed BETWEEN $2 AND $3 ORDER BY seed`
)

// identity returns what never changes of the campaign, which the seals of its results cover too.
func (r *campaignRow) identity() []byte {
	return fmt.Appendf(nil, "%q %q %q %x %q %d %d %q %q %d", r.ID, r.Source, r.Game, r.digest, r.Scheme, r.First, r.Last, r.plan, r.PlayedBy, r.Epoch)
}

// counted returns the tally.
func (r *campaignRow) counted() []byte {
	t := &r.Tally
	return fmt.Appendf(nil, "%d %d %d %d %d %d %d %s", t.Winnable, t.Unwinnable, t.Unknown, t.Won, t.Lost, r.Inferred, r.busy, r.spread)
}

// sum returns the seal that the campaign should have.
func (s *Store) sum(r *campaignRow) []byte {
	return s.Seals().Sum(campaignSeal, r.identity(), r.counted())
}

// check returns an error that wraps solver.ErrDamaged if the seal of a campaign is not valid.
func (s *Store) check(r *campaignRow) error {
	if !s.Seals().Valid(r.seal, campaignSeal, r.identity(), r.counted()) {
		return fmt.Errorf("campaign %s: no valid seal: %w", r.ID, solver.ErrDamaged)
	}
	return nil
}

// block is a seal of results, and their first and last seed.
type block struct {
	first, last int64
	seal        []byte
}

// insertResults writes results of a campaign, which must be sorted by seed, and their seals.
func (s *Store) insertResults(ctx context.Context, tx database.Tx, c *campaignRow, rows []resultRow) error {
	if err := tx.Insert(ctx, "results", resultColumns, len(rows), func(i int) []any { return rows[i].values(c.Number) }); err != nil {
		return err
	}
	identity := c.identity()
	var content []byte
	for together := range slices.Chunk(rows, sealedTogether) {
		content = content[:0]
		for i := range together {
			content = together[i].appendTo(content)
		}
		mark := s.Seals().Sum(resultsSeal, identity, content)
		if _, err := tx.Change(ctx, insertBlock, c.Number, together[0].seed, together[len(together)-1].seed, mark); err != nil {
			return err
		}
	}
	return nil
}

// verified calls each for the results of a campaign from one seed to another, in order. The error
// wraps solver.ErrDamaged if they, or those sealed together with them, are not what was written;
// what each was told before does not count then. It reports whether there is such a campaign. The
// querier must read the state of one moment.
func (s *Store) verified(ctx context.Context, from database.Querier, number, first, last int64, each func(*resultRow) error) (found bool, err error) {
	var c campaignRow
	found, err = database.One(ctx, from, selectNumbered, []any{number}, c.selected()...)
	if err != nil || !found {
		return false, err
	}
	identity := c.identity()
	return true, walkBlocks(ctx, from, number, first, last, each, func(b *block, content []byte) error {
		if !s.Seals().Valid(b.seal, resultsSeal, identity, content) {
			return fmt.Errorf("campaign %s: seeds %d to %d: no valid seal: %w", c.ID, b.first, b.last, solver.ErrDamaged)
		}
		return nil
	})
}

// walkBlocks reads the seals of a campaign that cover seeds from first to last, and all results
// that they cover. It calls each for the results from first to last, and sealed for each seal. The
// error wraps solver.ErrDamaged if a result has no seal.
func walkBlocks(ctx context.Context, from database.Querier, number, first, last int64, each func(*resultRow) error, sealed func(b *block, content []byte) error) error {
	var b block
	blocks, err := database.List(ctx, from, selectBlocks, []any{number, first, last}, []any{&b.first, &b.last, &b.seal}, func() (block, error) {
		return block{b.first, b.last, bytes.Clone(b.seal)}, nil
	})
	if err != nil {
		return err
	}
	low, high := first, last
	if n := len(blocks); n > 0 {
		low, high = min(low, blocks[0].first), max(high, blocks[n-1].last)
	}
	var content []byte
	// ended checks the seals of results before a seed.
	ended := func(seed int64) error {
		for len(blocks) > 0 && blocks[0].last < seed {
			if err := sealed(&blocks[0], content); err != nil {
				return err
			}
			content, blocks = content[:0], blocks[1:]
		}
		return nil
	}
	var r resultRow
	err = from.Each(ctx, selectResults, []any{number, low, high}, r.columns(), func() error {
		if err := ended(r.seed); err != nil {
			return err
		}
		if len(blocks) == 0 || r.seed < blocks[0].first {
			return fmt.Errorf("seed %d: result without a seal: %w", r.seed, solver.ErrDamaged)
		}
		content = r.appendTo(content)
		if each == nil || r.seed < first || r.seed > last {
			return nil
		}
		return each(&r)
	})
	if err != nil {
		return err
	}
	return ended(math.MaxInt64)
}

// withoutDamaged returns those of some campaigns whose results are all what was written. It logs the
// others, which don't count.
func (s *Store) withoutDamaged(ctx context.Context, from database.Querier, spans []span) ([]span, error) {
	var withoutDamaged []span
	for _, c := range spans {
		found, err := s.verified(ctx, from, c.number, math.MinInt64, math.MaxInt64, nil)
		switch {
		case errors.Is(err, solver.ErrDamaged):
			s.Log.ErrorContext(ctx, "campaign is damaged and does not count in comparisons", "number", c.number, "error", err)
		case err != nil:
			return nil, err
		case found: // not deleted meanwhile
			withoutDamaged = append(withoutDamaged, c)
		}
	}
	return withoutDamaged, nil
}
