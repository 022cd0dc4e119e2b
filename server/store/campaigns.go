package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Campaigns keeps win-rate campaigns and the result of every deal.
//
// A campaign's seeds are handed out from the first to the last, in ranges. A range is open
// until it is finished. One transaction writes its results, adds its tally to the campaign's
// and marks it as done. So a range that two workers did counts once, and one that nobody
// finished is found among the open ones.
//
// A campaign belongs to the epoch in which it was added. Programs of another epoch neither
// hand out its ranges nor finish them, and its results no longer count.
//
// Campaigns and their results are sealed. What reads many campaigns leaves out and logs those that
// are not what was written; what reads one returns an error that wraps solver.ErrDamaged.
type Campaigns interface {
	// AddCampaign adds a queued campaign, with its webhook, and returns it with its number.
	AddCampaign(ctx context.Context, c campaign.Campaign) (campaign.Campaign, error)
	// ImportCampaign adds a campaign that was run elsewhere, with its results, as done; all
	// or nothing. Results must be sorted by seed. If an earlier import from the same source
	// has results for the same seeds, rules and player, the error is an *Imported; with
	// replace, such imports are deleted.
	ImportCampaign(ctx context.Context, c campaign.Campaign, results []campaign.Result, replace bool) (campaign.Campaign, error)
	// Campaign returns a campaign; false if there is none. The error wraps solver.ErrDamaged
	// if the row is not what was added.
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	// Campaigns lists campaigns, the newest first. Damaged ones are logged and left out.
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)

	// HandOut opens ranges of a campaign, of so many seeds each, until so many are open or no
	// seeds are left, and returns the new ones. It starts a queued campaign. It opens none
	// if the campaign is stopping or has ended, and ends one of an earlier epoch as failed. In the same
	// transaction the queue gets a job for each, unless job is nil.
	HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time, job func(Range) queue.Job) ([]Range, error)
	// OpenRanges lists the open ranges of a campaign.
	OpenRanges(ctx context.Context, id string) ([]Range, error)
	// QueuedRanges lists the ranges of which a queue has an unfinished job.
	QueuedRanges(ctx context.Context, queue string) ([]QueuedRange, error)
	// QueueRanges adds jobs of ranges, but for those that are there, and returns how many.
	QueueRanges(ctx context.Context, jobs []queue.Job) (int, error)
	// FinishRange writes the results of a range, one for each seed, in order, and completes its job. It returns
	// false and changes nothing if the range is done, or its campaign has ended, was
	// deleted, or is of another epoch. It ends the campaign if no range is open and none
	// will be. The error wraps ErrResults if these can't be results of the range, and
	// solver.ErrDamaged if the campaign's distributions can't be added to: neither will
	// ever be written.
	FinishRange(ctx context.Context, r FinishedRange) (bool, error)
	// StopCampaign ends the handing out of ranges, for a reason; open ranges are finished.
	// It ends the campaign if none is open. False if it has ended or was stopping.
	StopCampaign(ctx context.Context, id, reason string, now time.Time) (bool, error)
	// EndCampaign ends an unfinished campaign at once, cancelled or failed, for a reason; its
	// open ranges stay open. False if it has ended.
	EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error)
	// ResumeCampaign makes a cancelled or failed campaign of this epoch queued again; false
	// if it is neither.
	ResumeCampaign(ctx context.Context, id string) (bool, error)
	// DeleteCampaign deletes a campaign that has ended, with its results; false if none with
	// this id has. The campaign goes at once, its results in several transactions; a call
	// that is interrupted leaves the rest to the next one.
	DeleteCampaign(ctx context.Context, id string) (bool, error)

	// Results returns the results of a campaign's finished ranges by seed, beginning at from,
	// at most so many.
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
	// Known returns the proven verdicts of campaigns that were run here in the current epoch,
	// for each of these rules, of seeds from first to last.
	Known(ctx context.Context, of []RulesDigest, scheme string, first, last int64) ([]KnownVerdict, error)
	// Pairs counts the seeds that were solved in two games (by campaigns run here or from
	// the source campaign.Ours, in the current epoch) by both verdicts: first's, then
	// second's.
	Pairs(ctx context.Context, first, second RulesDigest, scheme string) (map[[2]solver.Verdict]int64, error)
	// Decided counts the deals of a game that two sources, or one of them and a player, have
	// decided; a player decides what it wins. All of this program are one source. Of our own
	// campaigns those of the current epoch count. Each deal of Contradictions is among them.
	Decided(ctx context.Context, of RulesDigest) (int64, error)
	// Contradictions lists deals of a game, at most so many, that one campaign found winnable,
	// or a player won, and another campaign found unwinnable. Of our own campaigns those of
	// the current epoch count.
	Contradictions(ctx context.Context, of RulesDigest, most int) ([]stats.Contradiction, error)
}

// RulesDigest identifies rules, whatever the name of their game; see [DigestOf].
type RulesDigest [16]byte

// DigestOf returns the digest by which the store knows rules.
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

// FinishedRange is a range with the results of its deals.
type FinishedRange struct {
	Range
	Engine  string // the version of the program
	Results []campaign.Result
	Busy    time.Duration
	At      time.Time
	Job     *queue.Taken // of the queue, whose worker did it; nil for none
}

// KnownVerdict is a verdict of a seed.
type KnownVerdict struct {
	Rules   RulesDigest
	Seed    int64
	Verdict solver.Verdict
}

// ErrResults is wrapped by the errors of results that are not results of their range.
var ErrResults = errors.New("invalid results")

// Imported is the error of results that were imported from the same source before.
type Imported struct {
	Campaign string // the id of an import that has some of them
	Seed     int64  // one of these
}

func (e *Imported) Error() string {
	return fmt.Sprintf("the result of seed %d was imported from this source before, in campaign %s", e.Seed, e.Campaign)
}
