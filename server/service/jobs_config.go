package service

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// JobsConfig configure what lasts longer than a request: batches and jobs.
type JobsConfig struct {
	Batches     int `env:"BATCHES" help:"Batches at a time, and as many streams of campaigns' results; one client may have half of them." default:"16"`
	MaxBatch    int `env:"MAX_BATCH" help:"The most lines of a batch." default:"100000"`
	BatchWindow int `env:"BATCH_WINDOW" help:"Lines of a batch that are worked on at a time (default: WORKERS)." placeholder:"N"`

	JobDeadline   time.Duration `env:"JOB_DEADLINE" help:"The longest deadline of a job; jobs that name none have MAX_DEADLINE (default: 10m; MAX_DEADLINE if there is one worker only, which a job keeps from others)." placeholder:"TIME"`
	JobRunners    int           `env:"JOB_RUNNERS" help:"Jobs at a time; their searches take turns." default:"64"`
	JobRetention  time.Duration `env:"JOB_RETENTION" help:"How long a job that has ended is kept." default:"1h"`
	MaxJobs       int           `env:"MAX_JOBS" help:"Unfinished jobs at a time, and as many that have ended." default:"10000"`
	MaxClientJobs int           `env:"MAX_CLIENT_JOBS" help:"Unfinished jobs of one client (default: a tenth of MAX_JOBS; all of them for this machine alone)." placeholder:"N"`
	EventStreams  int           `env:"EVENT_STREAMS" help:"Streams of events of jobs and campaigns at a time; one client may have a quarter of them." default:"256"`
}

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
	switch {
	case f.Batches < 1:
		return Usagef("BATCHES: at least 1")
	case f.MaxBatch < 1:
		return Usagef("MAX_BATCH: at least 1")
	case f.BatchWindow < 1 || f.BatchWindow > 10_000:
		return Usagef("BATCH_WINDOW: from 1 to 10000")
	case f.JobDeadline < maxDeadline:
		return Usagef("JOB_DEADLINE: at least MAX_DEADLINE, which is %s", maxDeadline)
	case f.JobRunners < 1:
		return Usagef("JOB_RUNNERS: at least 1")
	case f.JobRetention < 0:
		return Usagef("JOB_RETENTION: at least 0")
	case f.MaxJobs < 1:
		return Usagef("MAX_JOBS: at least 1")
	case f.MaxClientJobs < 0 || f.MaxClientJobs > f.MaxJobs:
		return Usagef("MAX_CLIENT_JOBS: from 1 to MAX_JOBS")
	case f.EventStreams < 1:
		return Usagef("EVENT_STREAMS: at least 1")
	}
	return nil
}

// crowd is how many unfinished jobs there may be.
func (f *JobsConfig) crowd(access *middleware.Access) store.Crowd {
	each := f.MaxClientJobs
	switch {
	case each > 0:
	case alone(access):
		each = f.MaxJobs
	default:
		each = max(1, f.MaxJobs/10)
	}
	return store.Crowd{All: f.MaxJobs, Client: each}
}
