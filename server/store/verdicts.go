package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// The statements, in the SQL that both databases understand.
const (
	// Rules and deals are written if they are missing or damaged. Where they are whole, no
	// row is locked: all deals of a game share their rules, and writers would queue there.
	insertRules = `
INSERT INTO rules (digest, document) SELECT $1, $2
WHERE NOT EXISTS (SELECT * FROM rules WHERE digest = $1 AND document = $2)
ON CONFLICT (digest) DO UPDATE SET document = excluded.document`

	insertDeal = `
INSERT INTO deals (id, rules, position) SELECT $1, $2, $3
WHERE NOT EXISTS (SELECT * FROM deals WHERE id = $1 AND rules = $2 AND position = $3)
ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, position = excluded.position`

	// verdictColumns are in the order of row.columns.
	verdictColumns = `id, epoch, verdict, because, engine, states, elapsed_ns, shortening_ns, length, rough, bound, sought, seal, solution, passes`

	// The comparison is that of solver.Record.Better: a later epoch, else a higher rank. An
	// unknown verdict that has aged out, found before $16, is replaced by any.
	upsertVerdict = `
INSERT INTO verdicts (` + verdictColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (id) DO UPDATE SET
    epoch = excluded.epoch, verdict = excluded.verdict, because = excluded.because, engine = excluded.engine,
    states = excluded.states, elapsed_ns = excluded.elapsed_ns, shortening_ns = excluded.shortening_ns,
    length = excluded.length, rough = excluded.rough, bound = excluded.bound, sought = excluded.sought,
    found_at = excluded.found_at, seal = excluded.seal, solution = excluded.solution, passes = excluded.passes
WHERE verdicts.verdict = 'unknown' AND verdicts.found_at < $16
    OR (excluded.epoch,
       CASE excluded.verdict WHEN 'unknown' THEN 0 WHEN 'unwinnable' THEN 1 ELSE 2 END,
       CASE excluded.verdict WHEN 'unknown' THEN excluded.states WHEN 'unwinnable' THEN 0 ELSE -excluded.length - excluded.rough END,
       CASE excluded.verdict WHEN 'unknown' THEN excluded.elapsed_ns ELSE excluded.bound END,
       CASE excluded.sought WHEN 1 THEN excluded.elapsed_ns + excluded.shortening_ns ELSE 0 END)
    > (verdicts.epoch,
       CASE verdicts.verdict WHEN 'unknown' THEN 0 WHEN 'unwinnable' THEN 1 ELSE 2 END,
       CASE verdicts.verdict WHEN 'unknown' THEN verdicts.states WHEN 'unwinnable' THEN 0 ELSE -verdicts.length - verdicts.rough END,
       CASE verdicts.verdict WHEN 'unknown' THEN verdicts.elapsed_ns ELSE verdicts.bound END,
       CASE verdicts.sought WHEN 1 THEN verdicts.elapsed_ns + verdicts.shortening_ns ELSE 0 END)`

	selectVerdict = `
SELECT document, position, ` + verdictColumns + ` FROM verdicts JOIN deals USING (id) JOIN rules ON digest = rules
WHERE id = $1 AND (verdict <> 'unknown' OR found_at >= $2)`

	selectProven = `SELECT id, verdict FROM verdicts WHERE epoch = $1 AND verdict <> 'unknown' AND id `

	deleteVerdict = `DELETE FROM verdicts WHERE id = $1`

	deleteVerdicts = `DELETE FROM verdicts WHERE epoch < $1`
	// A thousand at a time, between which others write.
	deleteUnknowns = `
DELETE FROM verdicts WHERE id IN (SELECT id FROM verdicts WHERE verdict = 'unknown' AND found_at < $1 LIMIT 1000)`
)

// Get returns the record of a problem, of any epoch. It returns false if there is none, or only an
// expired unknown verdict. The error wraps solver.ErrDamaged if the row is damaged.
func (s *Store) Get(ctx context.Context, id solver.ID) (_ solver.Record, _ bool, err error) {
	defer s.Explain(&err, "reading the verdict of %s", id)
	var r row
	found, err := database.One(ctx, s.Read, selectVerdict, []any{string(id), s.aged()}, append([]any{&r.rules, &r.position}, r.columns()...)...)
	if err != nil || !found {
		return solver.Record{}, false, err
	}
	record, err := r.record(s.Seals())
	return record, err == nil, err
}

// Find returns the first of the wanted problems whose stored verdict, in the current epoch, is the
// wanted one. It returns false if there is none. It makes one query, and does not check seals.
func (s *Store) Find(ctx context.Context, wanted []solver.Wanted) (_ solver.ID, _ bool, err error) {
	defer s.Explain(&err, "searching for %d verdicts", len(wanted))
	ids := make([]string, len(wanted))
	for i, w := range wanted {
		ids[i] = string(w.ID)
	}
	isOne, these := s.In(2, ids)
	known, err := database.Dictionary[solver.ID, solver.Verdict](ctx, s.Read, selectProven+isOne, solver.Epoch, these)
	if err != nil {
		return "", false, err
	}
	for _, w := range wanted {
		if known[w.ID] == w.Verdict {
			return w.ID, true, nil
		}
	}
	return "", false, nil
}

// Put stores records, all or none of them. If the store has a better record of a problem, that one
// stays. The error says which record is not valid or must not be stored.
func (s *Store) Put(ctx context.Context, records ...solver.Record) (err error) {
	all, err := rows(records, s.Seals())
	if err != nil {
		return err
	}
	aged := s.aged()
	var statements []database.Statement
	for i, r := range all {
		if i == 0 || !bytes.Equal(r.digest, all[i-1].digest) {
			statements = append(statements, database.NewStatement(insertRules, r.digest, r.rules))
		}
	}
	for _, r := range all {
		statements = append(statements, database.NewStatement(insertDeal, r.id, r.digest, r.position))
	}
	for i := range all {
		statements = append(statements, database.NewStatement(upsertVerdict, append(all[i].columns(), aged)...))
	}
	defer s.Explain(&err, "storing %d verdicts", len(records))
	return s.Together(ctx, statements)
}

// Delete deletes the verdict of a problem, if there is one, even if it is damaged.
func (s *Store) Delete(ctx context.Context, id solver.ID) (err error) {
	defer s.Explain(&err, "deleting the verdict of %s", id)
	_, err = s.Write.Change(ctx, deleteVerdict, string(id))
	return err
}

// Forget deletes the verdicts of epochs before the given one, and returns how many. Campaigns of these
// epochs stay: their results no longer count, but can be read.
func (s *Store) Forget(ctx context.Context, before int) (n int64, err error) {
	defer s.Explain(&err, "deleting verdicts of earlier epochs")
	return s.Write.Change(ctx, deleteVerdicts, before)
}

// ForgetUnknowns deletes the expired unknown verdicts and returns how many.
func (s *Store) ForgetUnknowns(ctx context.Context) (deleted int64, err error) {
	defer s.Explain(&err, "deleting old unknown verdicts")
	for aged := s.aged(); ; {
		n, err := s.Write.Change(ctx, deleteUnknowns, aged)
		deleted += n
		if err != nil || n == 0 {
			return deleted, err
		}
	}
}

// aged returns the time before which an unknown verdict was found that has aged out.
func (s *Store) aged() any { return s.Instant(time.Now().Add(-s.keepUnknown)) }

// row is a record as the tables have it.
type row struct {
	id              string
	digest          []byte // of the rules
	rules, position string
	epoch           int
	verdict         string
	because         string
	engine          string
	states          int64
	elapsed         int64  // nanoseconds
	shortening      int64  // nanoseconds
	length          *int   // nil unless there is a solution
	rough           int    // 1 if the solution is to be shortened
	bound           int    // on the length; 0 if nothing is known
	sought          int    // 1 if shorter solutions were looked for
	seal            []byte // of the row as it was written
	solution        []byte // nil unless there is a solution
	passes          string // JSON; empty if there are none
}

// rows turns records into rows, sorted by rules and then by id: writers that lock rows in the
// same order don't deadlock.
func rows(records []solver.Record, seals *seal.Keys) ([]row, error) {
	all := make([]row, len(records))
	for i := range records {
		if err := all[i].fill(&records[i], seals); err != nil {
			return nil, fmt.Errorf("record of %s: %w", records[i].ID, err)
		}
	}
	slices.SortStableFunc(all, func(a, b row) int {
		return cmp.Or(bytes.Compare(a.digest, b.digest), cmp.Compare(a.id, b.id))
	})
	return all, nil
}

func (r *row) fill(record *solver.Record, seals *seal.Keys) error {
	if err := record.Check(); err != nil {
		return err
	}
	if !record.Storable() {
		return fmt.Errorf("an unknown verdict with reason %q must not be stored", record.Reason)
	}
	var problem struct{ Rules, Position json.RawMessage }
	if err := json.Unmarshal([]byte(record.Problem), &problem); err != nil {
		return err
	}
	*r = row{
		id: string(record.ID), rules: string(problem.Rules), position: string(problem.Position),
		epoch: record.Epoch, verdict: string(record.Verdict), because: string(record.Reason),
		engine: record.Engine, states: record.States, elapsed: int64(record.Elapsed), shortening: int64(record.Shortening),
	}
	if record.Rough {
		r.rough = 1
	}
	if r.bound = record.Bound; record.OptimizedLength {
		r.sought = 1
	}
	if r.problem() != record.Problem {
		return fmt.Errorf("problem text is not canonical: %s", record.Problem)
	}
	digest := sha256.Sum256([]byte(r.rules))
	r.digest = digest[:16]
	if record.Verdict == solver.Winnable {
		packed, err := pack(record.Solution, record.Rough)
		if err != nil {
			return err
		}
		length := game.Length(record.Solution)
		r.solution, r.length = packed, &length
	}
	if len(record.Passes) > 0 {
		text, err := json.Marshal(record.Passes)
		if err != nil {
			return err
		}
		r.passes = string(text)
	}
	r.seal = seals.Sum(verdictSeal, r.sum())
	return nil
}

// problem returns the problem's text.
func (r *row) problem() string {
	return `{"rules":` + r.rules + `,"position":` + r.position + `}`
}

// verdictSeal is what the seals of verdicts are for.
const verdictSeal = "verdict"

// sum is a digest of what the row says about its problem.
func (r *row) sum() []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s %d %s %s %q %d %d\n", r.id, r.epoch, r.verdict, r.because, r.engine, r.states, r.elapsed)
	h.Write(r.solution)
	h.Write([]byte(r.passes)) // at most one of the two is there
	if r.bound > 0 || r.sought > 0 {
		// Rows from before there were bounds have neither, and other digests.
		fmt.Fprintf(h, "\n%d %d", r.bound, r.sought)
	}
	// Shortening and rough are not sealed: programs from before there was either write rows and check
	// seals without them, beside this one. They are a figure and a hint.
	return h.Sum(nil)
}

// columns returns where verdictColumns are, to be read or written.
func (r *row) columns() []any {
	return []any{
		&r.id, &r.epoch, &r.verdict, &r.because, &r.engine, &r.states, &r.elapsed, &r.shortening,
		&r.length, &r.rough, &r.bound, &r.sought, &r.seal, &r.solution, &r.passes,
	}
}

// record turns a row that was read into the record. The error says that it is damaged.
func (r *row) record(seals *seal.Keys) (solver.Record, error) {
	record := solver.Record{
		ID: solver.ID(r.id), Problem: r.problem(), Epoch: r.epoch,
		Verdict: solver.Verdict(r.verdict), Reason: solver.Reason(r.because),
		Engine: r.engine, States: r.states, Elapsed: time.Duration(r.elapsed),
		Shortening: time.Duration(r.shortening), Rough: r.rough == 1 && r.sought == 0 && r.solution != nil,
		Bound: r.bound, OptimizedLength: r.sought == 1,
	}
	if !seals.Valid(r.seal, verdictSeal, r.sum()) {
		return solver.Record{}, fmt.Errorf("%w: seal does not match: damaged, forged, or written under another SEAL_KEY", solver.ErrDamaged)
	}
	if r.solution != nil {
		var err error
		if record.Solution, err = unpack(r.solution); err != nil {
			return solver.Record{}, fmt.Errorf("%w: solution: %w", solver.ErrDamaged, err)
		}
	}
	if r.passes != "" {
		if err := json.Unmarshal([]byte(r.passes), &record.Passes); err != nil {
			return solver.Record{}, fmt.Errorf("%w: passes: %w", solver.ErrDamaged, err)
		}
	}
	if err := record.Check(); err != nil {
		return solver.Record{}, fmt.Errorf("%w: %w", solver.ErrDamaged, err)
	}
	return record, nil
}
