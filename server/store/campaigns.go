package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// RulesDigest identifies rules, independent of the name of their game; see [DigestOf].
type RulesDigest [16]byte

// DigestOf returns the digest that identifies rules in the store.
func DigestOf(r *rules.Rules) RulesDigest {
	sum := sha256.Sum256(r.Canonical())
	return RulesDigest(sum[:16])
}

// Range is a range of a campaign's seeds.
type Range struct {
	Campaign    string // id
	Number      int64  // the campaign's number in the table
	First, Last int64  // seeds
}

// FinishedRange is a range with the results of its deals.
type FinishedRange struct {
	Range
	Engine  string // the version of the program
	Results []campaign.Result
	Busy    time.Duration // how long the deals took, without pauses
	At      time.Time     // when it was finished
	Job     *queue.Taken  // the range's job in the queue; nil for none
}

// KnownVerdict is the proven verdict of a seed.
type KnownVerdict struct {
	Rules   RulesDigest
	Seed    int64
	Verdict solver.Verdict
}

// ErrResults is wrapped by errors about results that are not valid or do not fit their range.
var ErrResults = errors.New("invalid results")

// Imported is the error of results that were imported from the same source before.
type Imported struct {
	Campaign string // the id of the earlier import
	Seed     int64  // a seed that both imports have
}

func (e *Imported) Error() string {
	return fmt.Sprintf("the result of seed %d was imported from this source before, in campaign %s", e.Seed, e.Campaign)
}

// The statements, in the SQL that both databases understand.
const (
	// campaignColumns are in the order of campaignRow.columns.
	campaignColumns = `id, source, game, rules, scheme, first, last, plan, player, client, priority, epoch, state, stopping, reason,
    version, next, winnable, unwinnable, unknown, won, lost, inferred, busy_ns, spread, created, started, ended, seal`
	insertCampaign = `
INSERT INTO campaigns (` + campaignColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)
RETURNING number`

	selectCampaigns = `SELECT number, document, ` + campaignColumns + ` FROM campaigns JOIN rules ON digest = rules`
	selectCampaign  = selectCampaigns + ` WHERE id = $1`
	selectNumbered  = selectCampaigns + ` WHERE number = $1 `
	listCampaigns   = selectCampaigns + ` WHERE %s ORDER BY number DESC LIMIT $1`
	stopCampaign    = `UPDATE campaigns SET stopping = 1, reason = $2, version = version + 1 WHERE number = $1`

	endCampaign = `
UPDATE campaigns SET state = $2, reason = $3, ended = $4, version = version + 1 WHERE id = $1 AND ended IS NULL`

	resumeCampaign = `
UPDATE campaigns SET state = 'queued', stopping = 0, reason = '', ended = NULL, version = version + 1
WHERE id = $1 AND state IN ('cancelled', 'failed') AND epoch = $2`
)

// campaignRow is a campaign as the tables have it.
type campaignRow struct {
	campaign.Campaign
	digest         []byte // of the rules
	document       string // the rules
	plan, spread   string
	stopping       int
	busy, created  int64
	started, ended sql.NullInt64
	seal           []byte
}

// rowOf returns the row of a campaign that is added.
func (s *Store) rowOf(c *campaign.Campaign) (*campaignRow, error) {
	plan, err := json.Marshal(&c.Plan)
	digest := DigestOf(&c.Rules)
	r := &campaignRow{
		Campaign: *c, digest: digest[:], document: string(c.Rules.Canonical()), plan: string(plan), spread: string(c.Spread),
		busy: int64(c.Busy), created: c.Created.UnixMilli(), started: milliseconds(c.Started), ended: milliseconds(c.Ended),
	}
	r.seal = s.sum(r)
	return r, err
}

// milliseconds returns a time as the tables have it, NULL for none.
func milliseconds(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// columns returns where campaignColumns are, to be read or written.
func (r *campaignRow) columns() []any {
	return []any{
		&r.ID, &r.Source, &r.Game, &r.digest, &r.Scheme, &r.First, &r.Last, &r.plan, &r.PlayedBy, &r.Client, &r.Priority, &r.Epoch,
		&r.State, &r.stopping, &r.Reason, &r.Version, &r.Next,
		&r.Tally.Winnable, &r.Tally.Unwinnable, &r.Tally.Unknown, &r.Tally.Won, &r.Tally.Lost, &r.Inferred, &r.busy,
		&r.spread, &r.created, &r.started, &r.ended, &r.seal,
	}
}

// selected returns where selectCampaigns' columns go.
func (r *campaignRow) selected() []any { return append([]any{&r.Number, &r.document}, r.columns()...) }

// readCampaign returns the campaign of a row. The error wraps solver.ErrDamaged if the row is not what was written.
func (s *Store) readCampaign(r *campaignRow) (campaign.Campaign, error) {
	c := r.Campaign
	var err error
	if c.Rules, err = rules.Parse([]byte(r.document)); err != nil {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: rules: %w: %w", c.ID, solver.ErrDamaged, err)
	}
	if digest := DigestOf(&c.Rules); !bytes.Equal(digest[:], r.digest) {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: rules: %w", c.ID, solver.ErrDamaged)
	}
	if err := json.Unmarshal([]byte(r.plan), &c.Plan); err != nil {
		return campaign.Campaign{}, fmt.Errorf("campaign %s: plan: %w: %w", c.ID, solver.ErrDamaged, err)
	}
	c.Spread = document(r.spread)
	c.Stopping, c.Busy, c.Created = r.stopping == 1, time.Duration(r.busy), time.UnixMilli(r.created)
	c.Started, c.Ended = timeOf(r.started), timeOf(r.ended)
	return c, s.check(r)
}

// document returns a text as JSON, nil if it is empty.
func document(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

func timeOf(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64)
}

// AddCampaign adds a queued campaign and returns it with its number. If tell has a URL, that webhook is
// called when the campaign has ended.
func (s *Store) AddCampaign(ctx context.Context, c campaign.Campaign, tell job.Webhook) (_ campaign.Campaign, err error) {
	c.State, c.Version, c.Next = campaign.Queued, 1, c.First
	if c.Last < c.First || c.Last == math.MaxInt64 {
		return campaign.Campaign{}, fmt.Errorf("a campaign can't have seeds from %d to %d", c.First, c.Last)
	}
	defer s.Explain(&err, "adding a campaign")
	if err := s.Intact(); err != nil {
		return campaign.Campaign{}, err
	}
	err = s.Atomically(ctx, func(tx database.Tx) error {
		if _, err := s.addCampaign(ctx, tx, &c); err != nil {
			return err
		}
		return addWebhook(ctx, tx, ofCampaign, c.ID, tell)
	})
	return c, err
}

// addCampaign adds a row for a campaign, and sets its number.
func (s *Store) addCampaign(ctx context.Context, tx database.Tx, c *campaign.Campaign) (*campaignRow, error) {
	r, err := s.rowOf(c)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Change(ctx, insertRules, r.digest, r.document); err != nil {
		return nil, err
	}
	_, err = database.One(ctx, tx, insertCampaign, r.columns(), &c.Number)
	r.Number = c.Number
	return r, err
}

// Campaign returns the campaign with an id. It returns false if there is none. The error wraps
// solver.ErrDamaged if the row is damaged.
func (s *Store) Campaign(ctx context.Context, id string) (_ campaign.Campaign, _ bool, err error) {
	defer s.Explain(&err, "reading a campaign")
	var row campaignRow
	found, err := database.One(ctx, s.Read, selectCampaign, []any{id}, row.selected()...)
	if err != nil || !found {
		return campaign.Campaign{}, false, err
	}
	c, err := s.readCampaign(&row)
	return c, err == nil, err
}

// Campaigns returns the campaigns that pass a filter, the newest first. A damaged campaign is logged and
// left out, so that the others can be read; Campaign returns its error.
func (s *Store) Campaigns(ctx context.Context, which campaign.Filter) (found []campaign.Campaign, err error) {
	defer s.Explain(&err, "listing campaigns")
	for {
		page, last, err := s.campaignPage(ctx, which)
		found = append(found, page...)
		if err != nil || last == 0 {
			return found, err
		}
		// Some were damaged, and others may follow.
		which.Before, which.Most = last, which.Most-len(page)
	}
}

// campaignPage lists campaigns. Where damaged ones took places of the page, it returns the number
// of the last one that it read, otherwise 0.
func (s *Store) campaignPage(ctx context.Context, which campaign.Filter) (found []campaign.Campaign, last int64, err error) {
	where, values := "TRUE", []any{cmp.Or(which.Most, math.MaxInt)}
	if which.Unfinished || which.State == campaign.Queued || which.State == campaign.Running {
		where += " AND ended IS NULL" // there is an index
	}
	if which.Named {
		where += " AND game <> ''"
	}
	also := func(condition string, value any) {
		values = append(values, value)
		where += fmt.Sprintf(" AND %s $%d", condition, len(values))
	}
	if which.State != "" {
		also("state =", which.State)
	}
	if which.Before > 0 {
		also("number <", which.Before)
	}
	if which.Rules != nil {
		digest := DigestOf(which.Rules)
		also("campaigns.rules =", digest[:])
	}
	var row campaignRow
	read := 0
	err = s.Read.Each(ctx, fmt.Sprintf(listCampaigns, where), values, row.selected(), func() error {
		read++
		c, err := s.readCampaign(&row)
		if err != nil {
			s.Log.ErrorContext(ctx, "campaign is damaged and left out of lists", "campaign", row.ID, "error", err)
			return nil
		}
		found = append(found, c)
		return nil
	})
	if read == which.Most && len(found) < read {
		last = row.Number
	}
	return found, last, err
}

// StopCampaign makes a campaign stop, for a reason: no more ranges are handed out, and when the open
// ranges are finished the campaign ends. It returns false if the campaign has ended or was stopping.
func (s *Store) StopCampaign(ctx context.Context, id, reason string, now time.Time) (stopped bool, err error) {
	defer s.Explain(&err, "stopping campaign %s", id)
	return s.Whether(ctx, func(tx database.Tx) (bool, error) {
		c, found, err := s.lock(ctx, tx, id)
		if err != nil || !found || c.stopping == 1 {
			return false, err
		}
		if _, err := tx.Change(ctx, stopCampaign, c.Number, reason); err != nil {
			return false, err
		}
		return true, s.endIfDone(ctx, tx, &c, now)
	})
}

// EndCampaign ends an unfinished campaign at once, as cancelled or failed, for a reason. Its open
// ranges stay open. It returns false if the campaign has ended already.
func (s *Store) EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (ended bool, err error) {
	if state != campaign.Cancelled && state != campaign.Failed {
		return false, fmt.Errorf("a campaign can't end as %q", state)
	}
	defer s.Explain(&err, "ending campaign %s", id)
	return s.Whether(ctx, func(tx database.Tx) (bool, error) { return s.endCampaign(ctx, tx, id, state, reason, now) })
}

// endCampaign ends a campaign; false if it has ended.
func (s *Store) endCampaign(ctx context.Context, tx database.Tx, id, state, reason string, now time.Time) (bool, error) {
	n, err := tx.Change(ctx, endCampaign, id, state, reason, now.UnixMilli())
	if err != nil || n == 0 {
		return false, err
	}
	return true, s.queueWebhook(ctx, tx, ofCampaign, id)
}

// ResumeCampaign queues a cancelled or failed campaign of this epoch again. It returns false if the
// campaign has another state or epoch. The webhook is called again at its next end.
func (s *Store) ResumeCampaign(ctx context.Context, id string) (resumed bool, err error) {
	defer s.Explain(&err, "resuming campaign %s", id)
	if err := s.Intact(); err != nil {
		return false, err
	}
	return s.Whether(ctx, func(tx database.Tx) (bool, error) {
		n, err := tx.Change(ctx, resumeCampaign, id, solver.Epoch)
		if err != nil || n == 0 {
			return false, err
		}
		_, err = tx.Change(ctx, renewWebhook, id, rand.Text())
		return true, err
	})
}
