package e2e

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestLineReaders reads and writes positions on random ways through every game, and through games of random rules, with
// the programs that docs/build/line.md shows in TypeScript and in Python, and compares them with package deal.
func TestLineReaders(t *testing.T) {
	t.Parallel()
	type position struct {
		Rules json.RawMessage `json:"rules"`
		Line  string          `json:"line"`
		Deal  json.RawMessage `json:"deal"`
	}
	random := rand.New(rand.NewPCG(9, 4))
	var all []position
	var games []rules.Rules
	var input bytes.Buffer
	to := json.NewEncoder(&input)
	walk := func(r *rules.Rules, p *deal.Position) {
		s := game.New(r, p)
		for range 60 {
			if random.IntN(10) == 0 {
				at := s.Position()
				all = append(all, position{r.Canonical(), at.Line(r), at.Document(r)})
				games = append(games, *r)
				if err := to.Encode(all[len(all)-1]); err != nil {
					t.Fatal(err)
				}
			}
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			s.Do(legal[random.IntN(len(legal))])
		}
	}
	for i, g := range rules.Games() {
		p, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(i)}.Deal(&g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		walk(&g.Rules, &p)
	}
	for i := range 300 {
		r, p := enginetest.Draw(t, random, enginetest.Families[i%len(enginetest.Families)])
		walk(&r, &p)
	}
	if len(all) < 1000 {
		t.Fatalf("only %d positions", len(all))
	}
	dir := t.TempDir()
	compile := servicetest.Command(t, servicetest.TypeScript, "--skipLibCheck", "--strict", "--target", "es2022", "--module", "es2022", "--outDir", dir, "../../docs/examples/line.ts")
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	compiled := filepath.Join(dir, "line.mjs")
	if err := os.Rename(filepath.Join(dir, "line.js"), compiled); err != nil {
		t.Fatal(err)
	}
	python := servicetest.Command(t, servicetest.Python, "testdata/lines.py", "../../docs/examples")
	python.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	for _, program := range []*exec.Cmd{servicetest.Command(t, servicetest.Node, "testdata/line.mjs", compiled), python} {
		var stderr bytes.Buffer
		program.Stdin, program.Stderr = bytes.NewReader(input.Bytes()), &stderr
		output, err := program.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", program, err, &stderr)
		}
		from := json.NewDecoder(bytes.NewReader(output))
		for i, want := range all {
			var got position
			if err := from.Decode(&got); err != nil {
				t.Fatalf("%s: %v", program, err)
			}
			p, err := deal.Parse(got.Deal, &games[i])
			if got.Line != want.Line || err != nil || !bytes.Equal(p.Document(&games[i]), want.Deal) {
				t.Fatalf("%s: of rules %s\nthe line of %s is %s,\nnot %s;\nthe latter is read as %s, %v", program, want.Rules, want.Deal, got.Line, want.Line, got.Deal, err)
			}
		}
	}
}
