package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
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
	sealedColumns = `id, source, game, rules, scheme, first, last, plan, player, epoch, winnable, unwinnable, unknown, won, lost,
    inferred, busy_ns, spread, seal`
	selectSealed = `SELECT ` + sealedColumns + ` FROM campaigns WHERE number = $1 `

	insertBlock  = `INSERT INTO result_seals (campaign, first, last, seal) VALUES ($1, $2, $3, $4)`
	selectBlocks = `
SELECT first, last, seal FROM result_seals WHERE campaign = $1 AND first <= $3 AND last >= $2 ORDER BY first`

	selectResults = `
SELECT seed, outcome, states, elapsed_ns, length, score, inferred
FROM results WHERE campaign = $1 AND seed BETWEEN $2 AND $3 ORDER BY seed`
)

// sealedCampaign is what the seal of a campaign covers: what never changes of it, and its tally.
type sealedCampaign struct {
	id, source, game, scheme, plan, player string
	rules                                  []byte
	first, last                            int64
	epoch                                  int
	tally                                  stats.Tally
	inferred, busy                         int64
	spread                                 string
	seal                                   []byte
}

// columns returns where sealedColumns go.
func (c *sealedCampaign) columns() []any {
	return []any{
		&c.id, &c.source, &c.game, &c.rules, &c.scheme, &c.first, &c.last, &c.plan, &c.player, &c.epoch,
		&c.tally.Winnable, &c.tally.Unwinnable, &c.tally.Unknown, &c.tally.Won, &c.tally.Lost, &c.inferred, &c.busy, &c.spread, &c.seal,
	}
}

// sealedOf returns what the seal of a campaign with this plan covers.
func sealedOf(c *campaign.Campaign, plan string) *sealedCampaign {
	digest := DigestOf(&c.Rules)
	return &sealedCampaign{
		id: c.ID, source: c.Source, game: c.Game, scheme: c.Scheme, plan: plan, player: c.PlayedBy, rules: digest[:],
		first: c.First, last: c.Last, epoch: c.Epoch, tally: c.Tally, inferred: c.Inferred, busy: int64(c.Busy), spread: string(c.Spread),
	}
}

// identity returns what the campaign is, which the seals of its results cover too.
func (c *sealedCampaign) identity() []byte {
	return fmt.Appendf(nil, "%q %q %q %x %q %d %d %q %q %d", c.id, c.source, c.game, c.rules, c.scheme, c.first, c.last, c.plan, c.player, c.epoch)
}

// counted returns the tally.
func (c *sealedCampaign) counted() []byte {
	t := &c.tally
	return fmt.Appendf(nil, "%d %d %d %d %d %d %d %s", t.Winnable, t.Unwinnable, t.Unknown, t.Won, t.Lost, c.inferred, c.busy, c.spread)
}

// sum returns the seal that the campaign should have.
func (t *tables) sum(c *sealedCampaign) []byte {
	return t.seals.Sum(campaignSeal, c.identity(), c.counted())
}

// check returns an error that wraps solver.ErrDamaged if the seal of a campaign is not valid.
func (t *tables) check(c *sealedCampaign) error {
	if !t.seals.Valid(c.seal, campaignSeal, c.identity(), c.counted()) {
		return fmt.Errorf("campaign %s: no valid seal: %w", c.id, solver.ErrDamaged)
	}
	return nil
}

// appendResult appends a result as seals cover it.
func appendResult(to []byte, of ...int64) []byte {
	for _, n := range of {
		to = binary.BigEndian.AppendUint64(to, uint64(n))
	}
	return to
}

// block is a seal of results, and their first and last seed.
type block struct {
	first, last int64
	seal        []byte
}

// insertResults writes results of a campaign, which must be sorted by seed, and their seals.
func (t *tables) insertResults(ctx context.Context, tx transaction, number int64, c *sealedCampaign, rows *resultRows) error {
	if err := tx.insert(ctx, number, rows); err != nil {
		return err
	}
	identity := c.identity()
	var content []byte
	for from := 0; from < len(rows.results); from += sealedTogether {
		to := min(from+sealedTogether, len(rows.results))
		content = content[:0]
		for i := from; i < to; i++ {
			content = rows.appendTo(content, i)
		}
		mark := t.seals.Sum(resultsSeal, identity, content)
		if _, err := tx.change(ctx, insertBlock, number, rows.results[from].Seed, rows.results[to-1].Seed, mark); err != nil {
			return err
		}
	}
	return nil
}

// verified calls each for the results of a campaign from one seed to another, in order. The error
// wraps solver.ErrDamaged if they, or those sealed together with them, are not what was written;
// what each was told before does not count then. It reports whether there is such a campaign. The
// querier must read the state of one moment.
func (t *tables) verified(ctx context.Context, from querier, number, first, last int64, each func(*resultRow) error) (found bool, err error) {
	var c sealedCampaign
	found, err = one(ctx, from, selectSealed, []any{number}, c.columns()...)
	if err != nil || !found {
		return false, err
	}
	identity := c.identity()
	return true, walkBlocks(ctx, from, number, first, last, each, func(b *block, content []byte) error {
		if !t.seals.Valid(b.seal, resultsSeal, identity, content) {
			return fmt.Errorf("campaign %s: seeds %d to %d: no valid seal: %w", c.id, b.first, b.last, solver.ErrDamaged)
		}
		return nil
	})
}

// walkBlocks reads the seals of a campaign that cover seeds from first to last, and all results
// that they cover. It calls each for the results from first to last, and sealed for each seal. The
// error wraps solver.ErrDamaged if a result has no seal.
func walkBlocks(ctx context.Context, from querier, number, first, last int64, each func(*resultRow) error, sealed func(b *block, content []byte) error) error {
	var b block
	blocks, err := list(ctx, from, selectBlocks, []any{number, first, last}, []any{&b.first, &b.last, &b.seal}, func() (block, error) {
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
	err = from.each(ctx, selectResults, []any{number, low, high}, r.columns(), func() error {
		if err := ended(r.Seed); err != nil {
			return err
		}
		if len(blocks) == 0 || r.Seed < blocks[0].first {
			return fmt.Errorf("seed %d: result without a seal: %w", r.Seed, solver.ErrDamaged)
		}
		content = r.appendTo(content)
		if each == nil || r.Seed < first || r.Seed > last {
			return nil
		}
		return each(&r)
	})
	if err != nil {
		return err
	}
	return ended(math.MaxInt64)
}

// sound returns those of some campaigns whose results are all what was written. It logs the
// others, which don't count.
func (t *tables) sound(ctx context.Context, from querier, spans []span) ([]span, error) {
	var sound []span
	for _, s := range spans {
		found, err := t.verified(ctx, from, s.number, math.MinInt64, math.MaxInt64, nil)
		switch {
		case errors.Is(err, solver.ErrDamaged):
			t.log.ErrorContext(ctx, "campaign left out", "number", s.number, "error", err)
		case err != nil:
			return nil, err
		case found: // not deleted meanwhile
			sound = append(sound, s)
		}
	}
	return sound, nil
}
