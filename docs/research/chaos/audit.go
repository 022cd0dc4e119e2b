package chaos

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// audit asks the database for verdicts that clients have received, and returns those that it does
// not have. If the database does not answer, it does nothing.
func (r *run) audit(ctx context.Context, wanted []answered) (missing []answered, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	driver, source := "pgx", r.databaseURL
	statement := `SELECT id, verdict FROM verdicts WHERE id = ANY(string_to_array($1, ','))`
	if r.SQLite {
		driver, source = "sqlite", "file:"+filepath.Join(r.dataDir(), "thoughtful.db")+"?_pragma=query_only(1)&_pragma=busy_timeout(5000)"
		statement = `SELECT id, verdict FROM verdicts WHERE id IN (SELECT value FROM json_each('["' || replace($1, ',', '","') || '"]'))`
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	const page = 1000
	for some := range slices.Chunk(wanted, page) {
		ids := make([]string, len(some))
		for i, a := range some {
			ids[i] = string(a.id)
		}
		stored, err := verdicts(ctx, db, statement, strings.Join(ids, ","))
		if err != nil {
			return nil, err
		}
		for _, a := range some {
			if stored[a.id] != a.verdict {
				missing = append(missing, a)
			}
		}
	}
	return missing, nil
}

// verdicts runs a statement that selects some by their ids.
func verdicts(ctx context.Context, db *sql.DB, statement, ids string) (_ map[solver.ID]solver.Verdict, err error) {
	rows, err := db.QueryContext(ctx, statement, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stored := map[solver.ID]solver.Verdict{}
	for rows.Next() {
		var id, verdict string
		if err := rows.Scan(&id, &verdict); err != nil {
			return nil, err
		}
		stored[solver.ID(id)] = solver.Verdict(verdict)
	}
	return stored, rows.Err()
}

// judge counts answers whose verdicts the database does not have, each answer once. A verdict that
// was answered without the database and is answered again later has to be stored by then.
func (r *run) judge(missing []answered) (lost int) {
	for _, a := range missing {
		if r.judged[a] {
			continue
		}
		r.judged[a] = true
		// An answer waits for the database for a second at most. What was answered without it is
		// written when it is back. That an answer took long excuses nothing: it may have waited for a
		// worker, or for other lines of its batch.
		if r.excused(a) {
			r.ledger.count(excusedVerdicts, 1)
			continue
		}
		lost++
		r.ledger.fail(lostAnswers, "%s", a)
	}
	return lost
}

// excused reports whether an answer may have given up waiting for the database. A process that was frozen
// counts the time for which it was.
func (r *run) excused(a answered) bool {
	waited := longestWait
	if r.Freeze > 0 {
		waited += frost
	}
	return r.outages.during(postgresPart, a.at.Add(-waited), a.at, settle)
}

// longestWait is how long an answer waits for the database, and a little more.
const longestWait = 1200 * time.Millisecond

// forgiving is how long after an answer its verdict may be missing, if the database was down then.
const forgiving = 5 * time.Second

// auditHits checks, after each kill, what was answered before it, and writes a row. What is missing
// a moment after the database was down is checked again after the next kill.
func (r *run) auditHits(hits <-chan hit) {
	fmt.Fprintln(r.Rows, "kill,seconds,part,down_ms,checked,lost")
	var waiting []answered
	for h := range hits {
		waiting = append(waiting, r.ledger.takeUnchecked()...)
		checked, lost := 0, 0
		if missing, err := r.audit(r.life, waiting); err == nil {
			checked, waiting = len(waiting), nil
			var late []answered
			for _, a := range missing {
				if time.Since(a.at) < forgiving && r.excused(a) {
					waiting = append(waiting, a)
				} else {
					late = append(late, a)
				}
			}
			checked -= len(waiting)
			r.ledger.count(answeredVerdicts, checked)
			lost = r.judge(late)
		}
		fmt.Fprintf(r.Rows, "%d,%.1f,%s,%d,%d,%d\n", h.number, h.at.Seconds(), h.what, h.down.Milliseconds(), checked, lost)
	}
}

// auditAll checks all verdicts that were answered, also those that the database had before.
func (r *run) auditAll(ctx context.Context) error {
	return again(ctx, func() error {
		missing, err := r.audit(ctx, r.ledger.allVerdicts())
		if err == nil {
			r.judge(missing)
		}
		return err
	})
}
