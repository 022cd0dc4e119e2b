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
	selectSealed  = `SELECT state, ` + sealedColumns + ` FROM campaigns WHERE number = $1 `
	selectNumbers = `SELECT number FROM campaigns WHERE $1 OR seal IS NULL ORDER BY number`
	updateSealed  = `UPDATE campaigns SET seal = $2 WHERE number = $1`

	insertBlock  = `INSERT INTO result_seals (campaign, first, last, seal) VALUES ($1, $2, $3, $4)`
	updateBlock  = `UPDATE result_seals SET seal = $3 WHERE campaign = $1 AND first = $2`
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
	var state string
	found, err = one(ctx, from, selectSealed, []any{number}, append([]any{&state}, c.columns()...)...)
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

// resealCampaigns is reseal for campaigns, each in a transaction, of those without a seal only if
// all is false. A campaign is left as it is if its seal, or one of its results', is not trusted. To
// adopt means to take campaigns from before there were seals.
func (t *tables) resealCampaigns(
	ctx context.Context, from querier, atomically func(context.Context, func(transaction) error) error, trusted trust, adopt, all bool,
) (sealed, left int64, err error) {
	var number int64
	numbers, err := list(ctx, from, selectNumbers, []any{all}, []any{&number}, func() (int64, error) { return number, nil })
	if err != nil {
		return 0, 0, err
	}
	for _, number := range numbers {
		var changed bool
		err := atomically(ctx, func(tx transaction) (err error) {
			changed, err = t.resealCampaign(ctx, tx, number, trusted, adopt)
			return err
		})
		switch {
		case errors.Is(err, solver.ErrDamaged):
			left++
		case err != nil:
			return sealed, left, err
		case changed:
			sealed++
		}
	}
	return sealed, left, nil
}

// resealCampaign seals a campaign and its results anew. It reports whether there was anything to
// do.
func (t *tables) resealCampaign(ctx context.Context, tx transaction, number int64, trusted trust, adopt bool) (bool, error) {
	var c sealedCampaign
	var state string
	found, err := one(ctx, tx, selectSealed+t.noChange, []any{number}, append([]any{&state}, c.columns()...)...)
	if err != nil || !found { // deleted meanwhile
		return false, err
	}
	if c.seal == nil && adopt {
		if err := t.sealOld(ctx, tx, number, &c, state == campaign.Done); err != nil {
			return false, err
		}
		_, err := tx.change(ctx, updateSealed, number, t.sum(&c))
		return true, err
	}
	if !trusted(c.seal, campaignSeal, c.identity(), c.counted()) {
		return false, solver.ErrDamaged
	}
	var old []block
	identity := c.identity()
	err = walkBlocks(ctx, tx, number, math.MinInt64, math.MaxInt64, nil, func(b *block, content []byte) error {
		if !trusted(b.seal, resultsSeal, identity, content) {
			return solver.ErrDamaged
		}
		if mark := t.seals.Sum(resultsSeal, identity, content); !bytes.Equal(mark, b.seal) {
			old = append(old, block{b.first, b.last, mark})
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	for _, b := range old {
		if _, err := tx.change(ctx, updateBlock, number, b.first, b.seal); err != nil {
			return false, err
		}
	}
	mark := t.sum(&c)
	if bytes.Equal(mark, c.seal) {
		return len(old) > 0, nil
	}
	_, err = tx.change(ctx, updateSealed, number, mark)
	return true, err
}

// sealOld seals the results of a campaign from before there were seals. Unless it is done, seeds
// that have no result may get one, and belong to another seal then.
func (t *tables) sealOld(ctx context.Context, tx transaction, number int64, c *sealedCampaign, done bool) error {
	identity := c.identity()
	var blocks []block
	var content []byte
	var b block
	var rows int
	end := func() {
		if rows > 0 {
			blocks = append(blocks, block{b.first, b.last, t.seals.Sum(resultsSeal, identity, content)})
		}
		content, rows = content[:0], 0
	}
	var r resultRow
	err := tx.each(ctx, selectResults, []any{number, int64(math.MinInt64), int64(math.MaxInt64)}, r.columns(), func() error {
		if rows == sealedTogether || rows > 0 && !done && r.Seed != b.last+1 {
			end()
		}
		if rows == 0 {
			b.first = r.Seed
		}
		content, b.last, rows = r.appendTo(content), r.Seed, rows+1
		return nil
	})
	if err != nil {
		return err
	}
	end()
	if _, err := tx.change(ctx, deleteBlocks, number); err != nil { // an old program's
		return err
	}
	for _, b := range blocks {
		if _, err := tx.change(ctx, insertBlock, number, b.first, b.last, b.seal); err != nil {
			return err
		}
	}
	return nil
}
