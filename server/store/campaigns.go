package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaigns keeps win-rate campaigns: what is to be done, how far it is, and what became
// of every deal.
//
// A campaign's seeds are handed out from the first to the last, in ranges. A range is open
// from then on until it is finished, which it is once only: its results are written, its
// tally is added to the campaign's, and it is marked as done, in one transaction. So a
// range that two workers did counts once, and one that nobody finished is found among the
// open ones.
//
// A campaign belongs to the epoch in which it was added. Programs of another epoch neither
// hand out its ranges nor finish them, and what it found counts no more.
type Campaigns interface {
	// AddCampaign adds a queued campaign and gives it with its number.
	AddCampaign(ctx context.Context, c campaign.Campaign) (campaign.Campaign, error)
	// ImportCampaign adds a campaign that others ran, with what they found, as one that is
	// done; all or nothing of it. Some of its seeds may be known from the same source
	// already, of these rules and this player: then the error is an *Imported, or, if that
	// is asked for, the campaigns that have them are deleted. The results must be in the
	// order of their seeds.
	ImportCampaign(ctx context.Context, c campaign.Campaign, results []campaign.Result, replace bool) (campaign.Campaign, error)
	// Campaign gives a campaign; false if there is none.
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	// Campaigns lists campaigns, the newest first.
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	// Changes gives the versions of unfinished campaigns and of those that ended since
	// some time, by id: what a process needs to know to tell those who watch.
	Changes(ctx context.Context, since time.Time) (map[string]int64, error)

	// HandOut opens ranges of the campaign, of so many seeds each, until so many are
	// open or no seeds are left, and gives the new ones. It starts a queued campaign.
	// It gives none if the campaign is stopping or has ended; one of an earlier epoch it
	// ends as failed.
	HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time) ([]Range, error)
	// OpenRanges lists the ranges of a campaign that were handed out and are not done.
	OpenRanges(ctx context.Context, id string) ([]Range, error)
	// FinishRange writes the results of a range, which has one of each of its seeds, in
	// order; false, and nothing is changed, if it is done already, or its campaign has
	// ended, is gone, or is of another epoch. It ends the campaign if no range is open and
	// none is to come. The error wraps ErrResults if they can't be results of the range, so
	// that they will never be written.
	FinishRange(ctx context.Context, r FinishedRange) (bool, error)
	// StopCampaign has no more ranges handed out, and says why; what is open is finished.
	// It ends the campaign if nothing is open. False if it has ended, or was stopping.
	StopCampaign(ctx context.Context, id, reason string, now time.Time) (bool, error)
	// EndCampaign ends an unfinished campaign at once, cancelled or failed, and says why;
	// its open ranges stay open. False if it has ended.
	EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error)
	// ResumeCampaign makes a cancelled or failed campaign of this epoch a queued one, which
	// is not stopping; false if it is none.
	ResumeCampaign(ctx context.Context, id string) (bool, error)
	// DeleteCampaign deletes a campaign that has ended, with its results; false if it has
	// not, or there is none. The campaign is gone at once, its results little by little
	// until the call returns, or else in the next such call.
	DeleteCampaign(ctx context.Context, id string) (bool, error)

	// Results gives a campaign's results by seed, from one on, in pages: at most so many.
	// They are those of ranges that are done.
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
	// Known gives what campaigns that were run here, in the current epoch, have proven of
	// deals: for each of these rules the verdicts of seeds from first to last.
	Known(ctx context.Context, of []RulesDigest, scheme string, first, last int64) ([]KnownVerdict, error)
	// Pairs counts the seeds for which two games both have a result of solving (of
	// campaigns run here or from the source campaign.Ours, in the current epoch), by both
	// verdicts: first's, then second's.
	Pairs(ctx context.Context, first, second RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error)
	// Contradictions lists deals of a game, at most so many, that one campaign found
	// winnable, or a player won, and another campaign found unwinnable: of our own those
	// of the current epoch, and all of others.
	Contradictions(ctx context.Context, of RulesDigest, most int) ([]stats.Contradiction, error)
}

// RulesDigest stands for rules, whatever the name of their game; see [DigestOf].
type RulesDigest [16]byte

// DigestOf is the digest of rules by which the store knows them.
func DigestOf(r *rules.Rules) RulesDigest {
	sum := sha256.Sum256(r.Canonical())
	return RulesDigest(sum[:16])
}

// Range is a range of a campaign's seeds.
type Range struct {
	Campaign    string // id
	Number      int64  // the campaign's
	First, Last int64
}

// FinishedRange is a range with what became of its deals.
type FinishedRange struct {
	Range
	Engine  string // the version of the program
	Results []campaign.Result
	Busy    time.Duration
	At      time.Time
}

// KnownVerdict is a verdict of a seed.
type KnownVerdict struct {
	Rules   RulesDigest
	Seed    int64
	Verdict solver.Verdict
}

// ErrResults says that what was to be written can't be results of the deals it is said to
// be of.
var ErrResults = errors.New("these can't be results")

// Imported says that results of a source were imported before.
type Imported struct {
	Campaign string // id of one that has them
	Seed     int64  // one that it has
}

func (e *Imported) Error() string {
	return fmt.Sprintf("the result of seed %d was imported from this source before, as campaign %s", e.Seed, e.Campaign)
}
