package chaos

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// Report is what was counted.
type Report struct {
	Seed        uint64
	Seconds     int
	Interrupted bool
	Zero        map[string]int // what must be zero
	Counts      map[string]int
	Kills       map[string]int      // by part
	Refusals    map[string][2]int   // by kind: in all, and while nothing was down
	Lateness    map[string][2]int64 // of answers, in milliseconds: the worst, and the worst while nothing was down
}

// counted is the order of what is counted beside what must be zero.
var counted = []string{
	kills, stops, startedInVain, answers, unknowns, lines, resends, announced, acceptedJobs, endedJobs, unknownJobs, abandonedJobs, streams, reconnects,
	finishedRuns, acceptedDeals, finishedDeals, others, answeredVerdicts, excusedVerdicts, searched, searchedAgain,
}

func (r *run) report(interrupted bool) *Report {
	l := r.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lives := range l.searches {
		l.counts[searched]++
		if len(lives) > 1 {
			l.counts[searchedAgain]++
		}
	}
	report := &Report{
		Seed: r.Seed, Seconds: int(time.Since(r.start).Seconds()), Interrupted: interrupted,
		Zero: map[string]int{}, Counts: map[string]int{}, Kills: map[string]int{},
		Refusals: map[string][2]int{}, Lateness: map[string][2]int64{},
	}
	for _, what := range mustBeZero {
		report.Zero[what] = l.counts[what]
	}
	for _, what := range counted {
		report.Counts[what] = l.counts[what]
	}
	for what, n := range l.counts {
		if part, ok := strings.CutPrefix(what, kills+": "); ok {
			report.Kills[part] = n
		}
	}
	for kind, n := range l.refusals {
		report.Refusals[kind] = [2]int{n, l.outside[kind]}
	}
	for kind, by := range l.lateness {
		report.Lateness[kind] = [2]int64{by.Milliseconds(), l.latest[kind].Milliseconds()}
	}
	return report
}

// Err says what is not zero and has to be; nil if everything is.
func (r *Report) Err() error {
	var faults []string
	for _, what := range mustBeZero {
		if n := r.Zero[what]; n > 0 {
			faults = append(faults, fmt.Sprintf("%s: %d", what, n))
		}
	}
	if faults != nil {
		return fmt.Errorf("not zero: %s", strings.Join(faults, "; "))
	}
	return nil
}

// Write writes the report as tables in Markdown.
func (r *Report) Write(to io.Writer) error {
	var text strings.Builder
	fmt.Fprint(&text, "| must be zero | |\n| --- | --: |\n")
	for _, what := range mustBeZero {
		fmt.Fprintf(&text, "| %s | %d |\n", what, r.Zero[what])
	}
	fmt.Fprintf(&text, "\n| counted in %d s | |\n| --- | --: |\n", r.Seconds)
	for _, what := range counted {
		fmt.Fprintf(&text, "| %s | %d |\n", what, r.Counts[what])
	}
	for _, part := range slices.Sorted(maps.Keys(r.Kills)) {
		fmt.Fprintf(&text, "| kills of %s | %d |\n", part, r.Kills[part])
	}
	fmt.Fprint(&text, "\n| refused or broken | in all | while nothing was down |\n| --- | --: | --: |\n")
	for _, kind := range slices.Sorted(maps.Keys(r.Refusals)) {
		fmt.Fprintf(&text, "| %s | %d | %d |\n", kind, r.Refusals[kind][0], r.Refusals[kind][1])
	}
	fmt.Fprint(&text, "\n| worst lateness, ms | in all | while nothing was down |\n| --- | --: | --: |\n")
	for _, kind := range slices.Sorted(maps.Keys(r.Lateness)) {
		fmt.Fprintf(&text, "| %s | %d | %d |\n", kind, r.Lateness[kind][0], r.Lateness[kind][1])
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// progress logs how far the run is.
func (r *run) progress(done int) {
	faults := 0
	for _, what := range mustBeZero {
		faults += r.ledger.get(what)
	}
	fmt.Fprintf(r.Log, "%s %d kills, %d answers, %d lines, %d jobs, %d campaign deals; %d faults\n", time.Now().Format(time.TimeOnly),
		done, r.ledger.get(answers), r.ledger.get(lines), r.ledger.get(acceptedJobs), r.ledger.get(finishedDeals), faults)
}
