package queue

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Unfinished are the states of jobs that have not ended. River's default for unique jobs includes
// completed jobs: the next job of a kind would have to wait until the last one is deleted.
var Unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Webhook sends the message that a job or a campaign has ended.
type Webhook struct {
	ID string `json:"id"` // of the message
}

// Kind implements river.JobArgs.
func (Webhook) Kind() string { return "webhook" }

// Attempts is how often sending a message is tried.
const Attempts = 5

// WebhookTo returns the job that sends a message to a host.
func WebhookTo(host, id string) Job {
	return Job{Args: Webhook{id}, InsertOpts: &river.InsertOpts{Queue: Host(host), MaxAttempts: Attempts}}
}

// Host returns the name of the queue of a host's messages. Each host has a queue of its own, so that a
// slow host does not delay messages to others. Hosts with long names may share a queue.
func Host(host string) string {
	words := strings.FieldsFunc(strings.ToLower(host), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := "webhooks_" + strings.Join(words, "-")
	return strings.TrimRight(name[:min(len(name), longestName)], "-_")
}

const longestName = 64 // that River allows

// Answer is a ticket: the process that takes it runs the client's job whose turn it is (see package
// jobs).
type Answer struct{}

// Kind implements river.JobArgs.
func (Answer) Kind() string { return "answer" }

// Answers is the queue of these tickets.
const Answers = "answers"

// InsertOpts implements river.JobArgsWithInsertOpts. Attempts are counted elsewhere.
func (Answer) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Answers, MaxAttempts: 10_000}
}

// Cleaning deletes old rows of the database.
type Cleaning struct{}

// Kind implements river.JobArgs.
func (Cleaning) Kind() string { return "cleaning" }

// cleaningQueue has the jobs of cleaning. They come each hour, and one at a time.
const cleaningQueue = "cleaning"

// InsertOpts implements river.JobArgsWithInsertOpts. A failed job is not tried again, as the next
// one does the same work.
func (Cleaning) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: cleaningQueue, MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: Unfinished}}
}

// Checking checks stored losses.
type Checking struct{}

// Kind implements river.JobArgs.
func (Checking) Kind() string { return "checking" }

// checkingQueue has the jobs of checking: one at a time, of all processes.
const checkingQueue = "checking"

// InsertOpts implements river.JobArgsWithInsertOpts. A failed job is not tried again, as the next
// one does the same work.
func (Checking) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: checkingQueue, MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: Unfinished}}
}

// cleanEvery is the pause between two cleanings, and two checks. The first ones are when a process comes to
// lead.
const cleanEvery = time.Hour

// Clean adds the hourly cleaning to the duties of this process; do is called for each.
func Clean(d *Duties, do func(context.Context) error) {
	Take(d, worker[Cleaning]{timeout: cleaningTime, do: do}, map[string]river.QueueConfig{cleaningQueue: {MaxWorkers: 1, FetchPollInterval: time.Minute}})
}

// Check adds the hourly check of stored losses to the duties of this process; do is called for each.
// Its context ends a minute before the next check; then the check counts as done.
func Check(d *Duties, do func(context.Context) error) {
	check := func(ctx context.Context) error {
		most, cancel := context.WithTimeout(ctx, checkingTime-time.Minute)
		defer cancel()
		err := do(most)
		if ctx.Err() == nil && most.Err() != nil {
			return nil
		}
		return err
	}
	Take(d, worker[Checking]{timeout: checkingTime, do: check}, map[string]river.QueueConfig{checkingQueue: {MaxWorkers: 1, FetchPollInterval: time.Minute}})
}

// Time limits of jobs. Beyond its limit a job is made available to other processes.
const (
	Endless      = -1               // no limit, for jobs that limit their time themselves
	cleaningTime = 10 * time.Minute // much may be old
	checkingTime = cleanEvery
)

// worker is the worker of a kind of jobs.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	timeout time.Duration
	do      func(context.Context) error
}

// Timeout implements river.Worker.
func (w worker[T]) Timeout(*river.Job[T]) time.Duration { return w.timeout }

// Work implements river.Worker.
func (w worker[T]) Work(ctx context.Context, _ *river.Job[T]) error { return w.do(ctx) }

// takenElsewhere is what a process does of a kind of jobs that others take. It is never called.
func takenElsewhere(context.Context) error {
	return errors.New("this process takes no jobs of this kind")
}
