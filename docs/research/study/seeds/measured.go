package seeds

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// readMeasured reads which deals of a game were measured with all components. So many are wanted, of
// the scheme that every game has.
func (t *table) readMeasured(dir string, wanted int) (err error) {
	if t.scheme != deal.Solvitaire {
		return nil
	}
	t.components, t.file, t.lineless = wanted, filepath.Join(dir, seeds.MeasuredFile(t.game)), map[uint64]bool{}
	t.measured, err = seeds.ReadMeasured(os.DirFS(dir), t.game)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// at returns where a number is, or belongs, among the measured deals.
func (t *table) at(n uint64) (int, bool) {
	return slices.BinarySearchFunc(t.measured, n, func(m seeds.Measured, n uint64) int { return int(m.Number) - int(n) })
}

// unmeasured returns the numbers that are to be measured with all components and have not been: the
// first ones that have a line.
func (t *table) unmeasured() []uint64 {
	var list []uint64
	left := t.components
	for _, n := range t.order {
		if left <= 0 {
			break
		}
		if t.rows[n].score == NoLine || t.lineless[n] {
			continue
		}
		left--
		if _, has := t.at(n); !has {
			list = append(list, n)
		}
	}
	return list
}

// components measures deals of the pack with all components.
func (m *making) components(ctx context.Context, t *table) error {
	for _, n := range t.unmeasured() {
		p, err := t.problem(n)
		if err != nil {
			return err
		}
		r, err := m.solve(ctx, p, difficulty.StatesOf(t.game))
		switch {
		case stopped(ctx):
			return nil
		case err != nil:
			return fmt.Errorf("%s %s:%d: %w", t.game, t.scheme, n, err)
		case r.Verdict != solver.Winnable:
			t.lineless[n] = true
			continue
		}
		d, err := difficulty.MethodOf(t.game).Measure(solver.NewClock(ctx), m.solver, p, r.Solution)
		switch {
		case stopped(ctx):
			return nil
		case err != nil:
			return fmt.Errorf("%s %s:%d: %w", t.game, t.scheme, n, err)
		}
		i, _ := t.at(n)
		t.measured, t.more = slices.Insert(t.measured, i, seeds.Measured{Number: n, Difficulty: d}), true
		if score := strconv.FormatFloat(d.Score, 'g', -1, 64); t.rows[n].score != score {
			if t.rows[n].score != "" {
				fmt.Fprintf(m.out, "%s %s:%d: the score was %s, and is %s\n", t.game, t.scheme, n, t.rows[n].score, score)
			}
			t.set(n, row{verdict: solver.Winnable, score: score, engine: m.engine})
		}
		if err := m.maySave(); err != nil {
			return err
		}
	}
	return nil
}

// saveMeasured writes the measured deals, if there are more.
func (t *table) saveMeasured() error {
	if !t.more {
		return nil
	}
	var text bytes.Buffer
	if err := seeds.WriteMeasured(&text, t.game, t.measured); err != nil {
		return err
	}
	t.more = false
	return replace(t.file, text.Bytes())
}
