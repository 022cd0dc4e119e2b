package chaos

import (
	"fmt"
	"io"
	"log"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

var discard = log.New(io.Discard, "", 0)

// What is counted. Of the first, there must be none.
const (
	wrongAnswers     = "wrong answers"
	lostAnswers      = "answered verdicts lost"
	unanswered       = "questions without an answer after two minutes"
	lostJobs         = "accepted jobs lost"
	wrongJobs        = "jobs with a wrong answer"
	lostDeals        = "accepted campaign deals lost"
	wrongDeals       = "campaign deals with another result"
	doubledDeals     = "campaign deals listed or counted twice"
	endlessStreams   = "event streams without an end"
	disorderedEvents = "events repeated or out of order"
	missingLines     = "lines missing from complete batches"
	doubledLines     = "lines answered twice in a batch"
	refusedWrongly   = "requests refused as mistaken (4xx)"
	endedByItself    = "replicas that ended by themselves"
	stoppedBadly     = "replicas that did not stop cleanly"
	neverBack        = "killed parts that did not work again within two minutes"
	panics           = "panics and errors in the logs that no outage explains"

	kills            = "kills"
	stops            = "replicas stopped by SIGTERM"
	startedInVain    = "starts that failed while PostgreSQL was down"
	answers          = "answers to single questions"
	unknowns         = "of them unknown"
	lines            = "lines of batches answered"
	resends          = "batches cut off and sent again"
	announced        = "of them with resend_from"
	acceptedJobs     = "jobs accepted"
	endedJobs        = "jobs ended with a verdict"
	unknownJobs      = "jobs ended unknown"
	abandonedJobs    = "jobs abandoned, as two processes were killed while they searched them"
	streams          = "event streams followed to their end"
	reconnects       = "reconnects of event streams"
	acceptedDeals    = "campaign deals accepted"
	finishedDeals    = "campaign deals finished and compared"
	finishedRuns     = "campaigns finished"
	answeredVerdicts = "verdicts answered and checked in the database"
	excusedVerdicts  = "of them missing, answered while PostgreSQL was down or up to 2.2 s later"
	others           = "moves, replays, health"
	searched         = "problems searched"
	searchedAgain    = "of them searched in more than one process"
)

var mustBeZero = []string{
	wrongAnswers, lostAnswers, unanswered, lostJobs, wrongJobs, lostDeals, wrongDeals, doubledDeals,
	endlessStreams, disorderedEvents, missingLines, doubledLines, refusedWrongly, endedByItself, stoppedBadly, neverBack, panics,
}

// answered is a verdict that a client has received.
type answered struct {
	id      solver.ID
	verdict solver.Verdict
	source  solver.Source
	life    string        // of the process
	at      time.Time     // when the answer came
	took    time.Duration // since the request was sent, which may be a batch
}

func (a answered) String() string {
	return fmt.Sprintf("%s: %s, from %s by process %s at %s after %s", a.id, a.verdict, a.source, a.life, a.at.Format("15:04:05.000"), a.took)
}

// ledger counts what the clients see.
type ledger struct {
	log io.Writer

	mu       sync.Mutex
	counts   map[string]int
	refusals map[string]int // answers above 499 and broken connections, by kind
	outside  map[string]int // of them, those while nothing was down
	lateness map[string]time.Duration
	latest   map[string]time.Duration // lateness while nothing was down
	verdicts []answered               // that were answered
	taken    int                      // of them, those that takeUnchecked has returned
	searches map[solver.ID]map[string]bool
}

func newLedger(log io.Writer) *ledger {
	return &ledger{
		log: log, counts: map[string]int{}, refusals: map[string]int{}, outside: map[string]int{},
		lateness: map[string]time.Duration{}, latest: map[string]time.Duration{},
		searches: map[solver.ID]map[string]bool{},
	}
}

func (l *ledger) count(what string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[what] += n
}

// mostShown is how many failures of a kind are logged.
const mostShown = 5

// fail counts a failure, and logs the first of a kind.
func (l *ledger) fail(what, format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts[what]++; l.counts[what] <= mostShown {
		fmt.Fprintf(l.log, "%s %s: %s\n", time.Now().Format("15:04:05.000"), what, fmt.Sprintf(format, args...))
	}
}

func (l *ledger) get(what string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts[what]
}

// refused counts an answer that is none.
func (l *ledger) refused(kind string, outage bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals[kind]++
	if !outage {
		l.outside[kind]++
	}
}

// late notes how long after its deadline an answer came.
func (l *ledger) late(kind string, by time.Duration, outage bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lateness[kind] = max(l.lateness[kind], by)
	if !outage {
		l.latest[kind] = max(l.latest[kind], by)
	}
}

// verdict notes a verdict that was answered. It is to be in the database.
func (l *ledger) verdict(a answered) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.verdicts = append(l.verdicts, a)
}

// search notes that a process has searched.
func (l *ledger) search(id solver.ID, life string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.searches[id] == nil {
		l.searches[id] = map[string]bool{}
	}
	l.searches[id][life] = true
}

// takeUnchecked returns the verdicts that came since the last call.
func (l *ledger) takeUnchecked() []answered {
	l.mu.Lock()
	defer l.mu.Unlock()
	unchecked := l.verdicts[l.taken:]
	l.taken = len(l.verdicts)
	return unchecked
}

// allVerdicts returns all verdicts that came.
func (l *ledger) allVerdicts() []answered {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.verdicts
}
