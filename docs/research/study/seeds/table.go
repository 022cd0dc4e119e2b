package seeds

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// Columns are the headings of a table of data/seeds.
var Columns = []string{"number", "verdict", "score", "engine", "states"}

// NoLine is the score of a winnable deal that the budget of difficulty does not win, so that there is
// no line along which it could be measured.
const NoLine = "none"

// row is what is known of a deal.
type row struct {
	verdict solver.Verdict
	score   string // of difficulty; NoLine; empty if it was not measured
	engine  string // version of the program that found these
	states  int64  // that the search of an undecided deal was allowed, or that found no line; 0 if that is not known
}

// table has what is known of the deals of a pack.
type table struct {
	goal
	name  string // of its file
	rules rules.Rules
	rows  map[uint64]row
	known map[uint64]solver.Verdict // packed verdicts, of deals that have no row
	dirty bool                      // rows differ from the file
	next  uint64                    // the first number without a verdict
	found int                       // winnable numbers before next
	order []uint64                  // these numbers

	components int    // how many deals are to be measured with all components
	file       string // of those that are
	measured   []seeds.Measured
	lineless   map[uint64]bool // numbers without a line to measure
	more       bool            // the file has not all of measured
}

// openTable reads what is known. Known is a directory of packed verdicts.
func openTable(dir, known string, g goal) (*table, error) {
	of, _ := rules.Lookup(g.game)
	t := &table{
		goal: g, name: filepath.Join(dir, g.game+"."+g.scheme+".csv.gz"), rules: of.Rules,
		rows: map[uint64]row{}, known: map[uint64]solver.Verdict{}, next: g.first,
	}
	lines, err := rows.Table(os.DirFS(dir), filepath.Base(t.name), Columns...)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, line := range lines {
		n, err := strconv.ParseUint(line[0], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		r := row{verdict: solver.Verdict(line[1]), score: line[2], engine: line[3]}
		if line[4] != "" {
			if r.states, err = strconv.ParseInt(line[4], 10, 64); err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
		}
		t.rows[n] = r
	}
	if err := t.readPacked(filepath.Join(known, g.game+".gz")); err != nil {
		return nil, err
	}
	t.advance()
	return t, nil
}

// readPacked reads a file of packed verdicts, if there is one: those that this program found by the
// same rules, which the referee checked.
func (t *table) readPacked(name string) error {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	subject := packed.Subject{Game: t.game, Rules: string(t.rules.Canonical()), Scheme: t.scheme, Epoch: solver.Epoch}
	most := t.first + uint64(20*t.winnable) // of more there is no need
	return packed.Each(file, func(r *packed.Range) error {
		if r.Subject != subject {
			return nil
		}
		for n := uint64(r.First); n <= min(uint64(r.Last()), most); n++ {
			switch v := r.At(int64(n)); {
			case v == packed.Winnable:
				t.known[n] = solver.Winnable
			case v == packed.Unwinnable:
				t.known[n] = solver.Unwinnable
			}
		}
		return nil
	})
}

// verdict returns the verdict of a number; empty if there is none.
func (t *table) verdict(n uint64) solver.Verdict {
	if r, has := t.rows[n]; has && r.verdict != solver.Unknown {
		return r.verdict
	}
	if v, has := t.known[n]; has {
		return v
	}
	return t.rows[n].verdict
}

// advance moves next on to the first number without a verdict.
func (t *table) advance() {
	for t.found < t.winnable {
		v := t.verdict(t.next)
		if v == "" {
			return
		}
		if v == solver.Winnable {
			t.found++
			t.order = append(t.order, t.next)
		}
		t.next++
	}
}

// numbered reports whether all numbers were found, and those passed over were searched with all the
// states of the goal.
func (t *table) numbered() bool { return t.found == t.winnable && len(t.undecided()) == 0 }

// undecided returns the numbers that were passed over with fewer states than the goal has now.
func (t *table) undecided() []uint64 {
	var list []uint64
	for n := t.first; n < t.next; n++ {
		if t.verdict(n) == solver.Unknown && t.rows[n].states < t.states {
			list = append(list, n)
		}
	}
	return list
}

// recount finds the winnable numbers anew, after one that was passed over was decided.
func (t *table) recount() {
	t.next, t.found, t.order = t.first, 0, nil
	t.advance()
}

// ungraded returns the numbers that are to be measured and have not been, and those for which fewer
// states than the budget of difficulty is now found no line.
func (t *table) ungraded() []uint64 {
	var list []uint64
	for _, n := range t.order[:min(t.graded, len(t.order))] {
		if r := t.rows[n]; r.score == "" || r.score == NoLine && r.states < difficulty.StatesOf(t.game) {
			list = append(list, n)
		}
	}
	return list
}

// scored returns how many deals have been measured.
func (t *table) scored() int {
	n := 0
	for _, r := range t.rows {
		if r.score != "" {
			n++
		}
	}
	return n
}

// done reports whether nothing is left to do.
func (t *table) done() bool {
	return t.as != "" || t.numbered() && len(t.ungraded()) == 0 && len(t.unmeasured()) == 0
}

// problem returns the deal of a number.
func (t *table) problem(n uint64) (*solver.Problem, error) {
	position, err := deal.Seed{Scheme: t.scheme, Number: n}.Deal(&t.rules)
	if err != nil {
		return nil, err
	}
	return solver.NewProblem(t.rules, position), nil
}

// set sets a row.
func (t *table) set(n uint64, r row) {
	t.rows[n] = r
	t.dirty = true
}

// save writes the table, if it has changed.
func (t *table) save() error {
	if !t.dirty {
		return nil
	}
	var numbers []uint64
	for n := range t.rows {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	var text bytes.Buffer
	z, err := gzip.NewWriterLevel(&text, gzip.BestCompression)
	if err != nil {
		return err
	}
	lines := csv.NewWriter(z)
	_ = lines.Write(Columns)
	for _, n := range numbers {
		r := t.rows[n]
		states := ""
		if r.states > 0 {
			states = strconv.FormatInt(r.states, 10)
		}
		_ = lines.Write([]string{strconv.FormatUint(n, 10), string(r.verdict), r.score, r.engine, states})
	}
	lines.Flush()
	if err := errors.Join(lines.Error(), z.Close()); err != nil {
		return err
	}
	t.dirty = false
	return replace(t.name, text.Bytes())
}

// replace writes a file in place of an older one.
func replace(name string, content []byte) error {
	if err := os.WriteFile(name+".new", content, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// pack returns the pack of what is known; nil if no winnable number is.
func (t *table) pack() (*seeds.Pack, error) {
	p := &seeds.Pack{Game: t.game, Scheme: t.scheme, First: t.first, Epoch: solver.Epoch}
	for n := t.first; n < t.next; n++ {
		letter := seeds.Unknown
		switch t.verdict(n) {
		case solver.Unwinnable:
			letter = seeds.Lost
		case solver.Winnable:
			var d difficulty.Difficulty
			grade, graded := difficulty.Grade(""), false
			if score := t.rows[n].score; score != "" && score != NoLine {
				var err error
				if d.Score, err = strconv.ParseFloat(score, 64); err != nil {
					return nil, fmt.Errorf("%s: %w", t.name, err)
				}
				grade, graded = d.Grade(t.game)
			}
			if letter = seeds.Ungraded; graded {
				letter = letterOf(grade)
			}
		}
		p.Letters = append(p.Letters, letter)
	}
	if t.found == 0 {
		return nil, nil
	}
	return p, nil
}
