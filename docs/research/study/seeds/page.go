package seeds

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// publish writes the packs into a directory, and the page that lists them.
func (m *making) publish(dir, page string) error {
	made := map[[2]string]*seeds.Pack{}
	var lines strings.Builder
	for _, t := range m.tables {
		p, err := t.pack()
		if err == nil && t.as != "" {
			p, err = t.copied(made[[2]string{t.game, t.as}])
		}
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		made[[2]string{t.game, t.scheme}] = p
		var text bytes.Buffer
		if err := writePack(&text, p); err != nil {
			return err
		}
		if err := replace(filepath.Join(dir, seeds.File(t.game, t.scheme)), text.Bytes()); err != nil {
			return err
		}
		lines.WriteString(t.line(p))
	}
	text := fmt.Sprintf(`# Numbers of winnable deals

The packs that come with the program, from which [GET /v1/games/{game}/seeds and `+"`thoughtful seeds`"+`](../../build/deals.md#numbers-of-winnable-deals) answer. Each number was solved by an engine of this program, and the referee replayed the solution. `+"`make -C docs/research seeds`"+` continues the packs that have less than %s winnable numbers, or numbers without a grade, and makes this page.

*Unknown* are numbers that the search did not decide within its budget. They are left out, as lost ones are. Grades are the quarters of [the page on difficulty](../../build/difficulty.md#grades); numbers without one appear only where no difficulty is asked for. Either they were not measured yet, or the measure, whose search has fewer states, finds no line to measure.

| game | scheme | numbers | winnable | unknown | graded | easy | medium | hard | expert |
| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: |
%s`, stats.Grouped(10_000), lines.String())
	return replace(page, []byte(text))
}

// line returns a pack's line of the page.
func (t *table) line(p *seeds.Pack) string {
	var winnable, unknown, graded int64
	var grades [4]int64
	for _, l := range p.Letters {
		switch {
		case l == seeds.Unknown:
			unknown++
		case l.Winnable():
			winnable++
		}
		if at := slices.Index(difficulty.Grades, l.Grade()); at >= 0 {
			grades[at]++
			graded++
		}
	}
	g, _ := rules.Lookup(t.game)
	line := fmt.Sprintf("| %s `%s` | %s | %d–%d | %s | %s | %s |", g.Title, t.game, t.scheme, p.First, p.First+uint64(len(p.Letters))-1,
		stats.Grouped(winnable), stats.Grouped(unknown), stats.Grouped(graded))
	for _, n := range grades {
		line += " " + stats.Grouped(n) + " |"
	}
	return line + "\n"
}

// copied returns another scheme's pack under this one, after it has compared each deal.
func (t *table) copied(from *seeds.Pack) (*seeds.Pack, error) {
	if from == nil {
		return nil, nil
	}
	other := *t
	other.scheme = from.Scheme
	for i := range from.Letters {
		n := from.First + uint64(i)
		a, err := t.problem(n)
		if err != nil {
			return nil, err
		}
		b, err := other.problem(n)
		if err != nil {
			return nil, err
		}
		if a.ID() != b.ID() {
			return nil, fmt.Errorf("%s: %s:%d is another deal than %s:%d", t.game, t.scheme, n, from.Scheme, n)
		}
	}
	p := *from
	p.Scheme = t.scheme
	return &p, nil
}
