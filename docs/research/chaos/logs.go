package chaos

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"time"
)

// outageErrors are parts of errors that are logged because the database is down.
var outageErrors = []string{"SQLSTATE 57P", "connection", "connect:", "EOF", "conn closed", "deadline exceeded", "context canceled", "broken pipe", "jobcompleter.BatchCompleter: Too many errors"}

// readLogs looks for faults in the logs of the replicas.
func (r *run) readLogs() {
	for _, replica := range r.replicas {
		text, err := os.ReadFile(replica.log)
		if err != nil {
			r.ledger.fail(panics, "%v", err)
		}
		for line := range bytes.Lines(text) {
			if s := string(line); r.isFault(s) {
				r.ledger.fail(panics, "replica %d: %.500s", replica.number, s)
			}
		}
	}
}

// isFault reports whether a line of a log is of a crash, or of an error that no outage of PostgreSQL
// explains. Its text and its time have to fit one.
func (r *run) isFault(line string) bool {
	if strings.Contains(line, "panic") || strings.Contains(line, "fatal error:") {
		return true
	}
	if !strings.Contains(line, "level=ERROR") || strings.Contains(line, "job abandoned: ") {
		return false
	}
	text, _ := strings.CutPrefix(line, "time=")
	text, _, _ = strings.Cut(text, " ")
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return true
	}
	fits := func(part string) bool { return strings.Contains(line, part) }
	from := at
	if r.Freeze > 0 {
		from = at.Add(-frost) // a frozen process finds out late
	}
	// The log has milliseconds only.
	return !slices.ContainsFunc(outageErrors, fits) || !r.outages.during(postgresPart, from, at.Add(time.Millisecond), settle)
}
