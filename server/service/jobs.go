package service

import (
	"cmp"
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// JobsConfig configures batches and jobs.
type JobsConfig struct {
	Batches     int `env:"BATCHES" help:"Maximum number of batches at a time, and of streams of campaign results. One client may have half of each." default:"16"`
	MaxBatch    int `env:"MAX_BATCH" help:"Maximum number of lines of a batch." default:"100000"`
	BatchWindow int `env:"BATCH_WINDOW" help:"Lines of a batch answered at a time (default: WORKERS)." placeholder:"N"`

	JobDeadline   time.Duration `env:"JOB_DEADLINE" help:"Maximum deadline of a job; its default deadline is MAX_DEADLINE (default: 10m, with only one worker MAX_DEADLINE)." placeholder:"TIME"`
	JobRunners    int           `env:"JOB_RUNNERS" help:"Jobs running at a time; their searches take turns." default:"64"`
	JobRetention  time.Duration `env:"JOB_RETENTION" help:"How long an ended job is kept. At most MAX_CLIENT_JOBS are kept for one client." default:"1h"`
	MaxJobs       int           `env:"MAX_JOBS" help:"Maximum number of unfinished jobs. Twice as many jobs are kept, ended ones included." default:"10000"`
	MaxClientJobs int           `env:"MAX_CLIENT_JOBS" help:"Maximum number of unfinished jobs of one client, and of its ended jobs that are kept (default: a tenth of MAX_JOBS; all if only this machine has access, except for pages of other sites)." placeholder:"N"`
	EventStreams  int           `env:"EVENT_STREAMS" help:"Maximum number of event streams of jobs and campaigns. One client may have a quarter of them." default:"256"`
}

// Complete fills in the defaults that depend on other values, and checks all values.
func (f *JobsConfig) Complete(workers int, maxDeadline time.Duration) error {
	if f.BatchWindow == 0 {
		f.BatchWindow = workers
	}
	if f.JobDeadline == 0 {
		f.JobDeadline = max(10*time.Minute, maxDeadline)
		if workers == 1 {
			f.JobDeadline = maxDeadline
		}
	}
	return cmp.Or(
		need(f.Batches >= 1, "BATCHES: must be at least 1"),
		need(f.MaxBatch >= 1, "MAX_BATCH: must be at least 1"),
		need(f.BatchWindow >= 1 && f.BatchWindow <= 10_000, "BATCH_WINDOW: must be from 1 to 10000"),
		need(f.JobDeadline >= maxDeadline, "JOB_DEADLINE: must be at least MAX_DEADLINE, %s", maxDeadline),
		need(f.JobRunners >= 1, "JOB_RUNNERS: must be at least 1"),
		need(f.JobRetention >= 0, "JOB_RETENTION: must be at least 0"),
		need(f.MaxJobs >= 1, "MAX_JOBS: must be at least 1"),
		need(f.MaxClientJobs >= 0 && f.MaxClientJobs <= f.MaxJobs, "MAX_CLIENT_JOBS: must be from 1 to MAX_JOBS"),
		need(f.EventStreams >= 1, "EVENT_STREAMS: must be at least 1"),
	)
}

// limits returns the limits of jobs, and those of pages of other origins where only this machine has access.
func (f *JobsConfig) limits(access *middleware.Access) (store.Limits, store.Guest) {
	each := cmp.Or(f.MaxClientJobs, max(1, f.MaxJobs/10))
	most, pages := store.Limits{All: f.MaxJobs, Client: each}, store.Guest{Client: middleware.Pages, Jobs: each}
	if f.MaxClientJobs == 0 && alone(access) {
		most.Client = f.MaxJobs
	}
	return most, pages
}

// startJobs starts what accepts jobs and runs them. buildServer says when it stops.
func (b *builder) startJobs(context.Context) error {
	b.limits = request.Limits{
		Body: int64(b.MaxBody), BodyRoom: b.bodyRoom, BodyTurns: b.bodyTurns, Deadline: b.MaxDeadline, DefaultDeadline: b.Deadline, States: b.MaxStates,
		Batches: b.Batches, BatchLines: b.MaxBatch, BatchWindow: b.BatchWindow,
		JobDeadline: b.JobDeadline, JobRetention: b.JobRetention, ProofDeadline: 2 * b.ProofDeadline, EventStreams: b.EventStreams,
		CampaignDeadline: b.CampaignDeadline, CampaignDeals: campaign.MostDeals,
	}
	work := &verdicts.JobWork{Judge: b.bulk, Prover: b.proofs, Limits: b.limits, Log: b.log}
	answer := func(ctx context.Context, request, before []byte, searching func(bool), publish func([]byte)) ([]byte, bool) {
		return work.Answer(pool.WithSearching(ctx, searching), request, before, publish)
	}
	most, pages := b.JobsConfig.limits(&b.access)
	b.jobs = jobs.New(jobs.Options{
		Store: b.store, Work: answer, Runners: b.JobRunners, Most: most, Keep: most.Client, Guest: pages, KeepFor: b.JobRetention,
		Log: b.log, Observer: b.metrics, Others: b.others,
	}, b.duties)
	return nil
}
