package prove_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/prove"
)

// python is the checker in Python, which was written from the documents alone.
const python = "../../docs/proofs/check.py"

// lost has lost deals with small proofs, of games of all families that the checker in Python knows.
var lost = []struct{ game, seed string }{
	{"acme", "solvitaire:10"},
	{"agnes-sorel", "solvitaire:3"},
	{"alaska", "solvitaire:2"},
	{"alpha-star", "solvitaire:12"},
	{"american-canister", "solvitaire:2"},
	{"beleaguered-castle", "solvitaire:1"},
	{"british-canister", "solvitaire:8"},
	{"canfield", "solvitaire:14"},
	{"canfield-auto-reserve-then-waste", "solvitaire:14"},
	{"canfield-auto-reserve-then-waste-solvitaire", "solvitaire:14"},
	{"canfield-strict", "solvitaire:14"},
	{"canfield-strict-solvitaire", "solvitaire:14"},
	{"canfield-whole-pile", "solvitaire:14"},
	{"carpet", "solvitaire:13"},
	{"castles-of-spain", "solvitaire:1"},
	{"chinese-discipline", "solvitaire:11"},
	{"delta-star", "solvitaire:6"},
	{"east-haven", "solvitaire:11"},
	{"eastcliff", "solvitaire:11"},
	{"fan", "solvitaire:2"},
	{"fore-cell-same-suit", "solvitaire:2"},
	{"fortress", "solvitaire:11"},
	{"golf", "solvitaire:2"},
	{"golf-wrap", "solvitaire:5"},
	{"pyramid", "solvitaire:5"},
	{"fourteen-out", "solvitaire:7"},
	{"free-cell-0-cell", "solvitaire:2"},
	{"free-cell-1-cell", "solvitaire:4"},
	{"free-cell-2-cell", "solvitaire:1"},
	{"free-cell-4-pile", "solvitaire:2"},
	{"free-cell-5-pile", "solvitaire:1"},
	{"free-cell-6-pile", "solvitaire:5"},
	{"klondike", "solvitaire:1"},
	{"klondike", "solvitaire:19"},
	{"klondike", "solvitaire:131"},
	{"klondike-draw-1", "solvitaire:243"},
	{"klondike-draw-1", "solvitaire:1"},
	{"klondike-draw-1-no-worrying-back", "solvitaire:1"},
	{"klondike-draw-1-passes-1", "solvitaire:1"},
	{"klondike-draw-2", "solvitaire:1"},
	{"klondike-draw-2-no-worrying-back", "solvitaire:1"},
	{"klondike-draw-3-no-worrying-back", "solvitaire:1"},
	{"klondike-draw-3-passes-3", "solvitaire:4"},
	{"klondike-reserve", "solvitaire:1"},
	{"klondike-spaces-any-build-same-suit", "solvitaire:13"},
	{"klondike-spaces-kings-build-same-suit", "solvitaire:3"},
	{"klondike-spaces-no-build-build-any-suit", "solvitaire:9"},
	{"klondike-spaces-no-build-build-red-black", "solvitaire:11"},
	{"klondike-spaces-no-build-build-same-suit", "solvitaire:9"},
	{"klondike-whole-blocks", "solvitaire:1"},
	{"la-belle-lucie-no-redeal", "solvitaire:11"},
	{"monte-carlo", "solvitaire:10"},
	{"morehead", "solvitaire:1"},
	{"nestor", "solvitaire:13"},
	{"northwest-territory", "solvitaire:6"},
	{"odessa", "solvitaire:4"},
	{"raglan", "solvitaire:19"},
	{"rainbow", "solvitaire:11"},
	{"rushdike", "solvitaire:1"},
	{"russian-solitaire", "solvitaire:10"},
	{"saratoga", "solvitaire:1"},
	{"scorpion", "solvitaire:14"},
	{"scotch-patience", "solvitaire:9"},
	{"siegecraft", "solvitaire:5"},
	{"simple-simon", "solvitaire:10"},
	{"somerset", "solvitaire:11"},
	{"storehouse", "solvitaire:11"},
	{"streets-and-alleys", "solvitaire:14"},
	{"streets-and-alleys", "solvitaire:55"},
	{"ten-across", "solvitaire:9"},
	{"thirteens", "solvitaire:11"},
	{"thirty", "solvitaire:2"},
	{"thirtysix", "solvitaire:7"},
	{"trefoil-no-redeal", "solvitaire:10"},
	{"trigon", "solvitaire:9"},
	{"trigon-draw-3", "solvitaire:3"},
	{"wasp", "solvitaire:14"},
	{"yukon", "solvitaire:15"},
}

// known reports whether the checker in Python knows all that a proof is about.
func known(proof string) bool {
	for _, word := range []string{`"accordion":`, `"sequences":`} {
		if strings.Contains(proof, word) {
			return false
		}
	}
	return true
}

// TestPython compares the two checkers: on proofs of deals and of random positions, which both must
// accept, and on damaged proofs, about which they must agree.
func TestPython(t *testing.T) {
	named, random, damaged := lost, 2_000, 2_000
	if testing.Short() {
		named, random, damaged = proven[:3], 40, 40
	}
	var files [][]string // the lines of each proof
	both := newFiles(t)
	add := both.add
	accepted, certificates := 0, 0
	for _, d := range named {
		text := written(t, d.game, d.seed)
		if !known(text) {
			continue
		}
		accepted++
		add(text)
		files = append(files, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	}
	draw := rand.New(rand.NewPCG(6, 0))
	families := append(slices.Clone(enginetest.Families), enginetest.Klondike, enginetest.Canfield, enginetest.Carpet, enginetest.Loose, enginetest.Singles)
	for p, verdict := range enginetest.Problems(t, draw, random, 300, enginetest.All, families...) {
		if verdict == solver.Winnable {
			continue
		}
		var file bytes.Buffer
		if _, err := prove.Write(nil, &file, p, nil, 100_000); err != nil {
			t.Fatal(err)
		}
		if !known(file.String()) {
			continue
		}
		add(file.String())
		files = append(files, strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n"))
		if lines := certified(t, p); lines != nil {
			add(strings.Join(lines, "\n") + "\n")
			files = append(files, lines)
			certificates++
		}
	}
	for n := 0; n < damaged; {
		own := files[draw.IntN(len(files))]
		if len(own) < 4 || len(own) > 1000 {
			continue
		}
		if _, text := damage(draw, own, files[draw.IntN(len(files))]); text != "" {
			add(text)
			n++
		}
	}
	refused := both.compare()
	t.Log(both.count(), "proofs, of which certificates:", certificates, "refused:", refused)
	if certificates*100 < random {
		t.Error("too few certificates")
	}
	if refused*2 < damaged || both.count()-refused < accepted+random/10 || !testing.Short() && accepted < 25 {
		t.Errorf("%d proofs, of which %d refused", both.count(), refused)
	}
}

// files are proofs that both checkers are to check.
type files struct {
	t    *testing.T
	dir  string
	want map[string]string // by file, what the checker in Go says
}

func newFiles(t *testing.T) *files {
	return &files{t, t.TempDir(), map[string]string{}}
}

func (f *files) count() int { return len(f.want) }

// add has a proof checked in Go, and writes it for the checker in Python. That does not know which
// form of a problem is the canonical one, so others are left out.
func (f *files) add(text string) {
	name := filepath.Join(f.dir, fmt.Sprint(len(f.want), ".proof"))
	report, err := proof.Check(strings.NewReader(text), 100_000)
	if err != nil && strings.HasSuffix(err.Error(), "not in canonical form") || !known(text) {
		return
	}
	f.want[name] = "refused"
	if err == nil {
		f.want[name] = fmt.Sprintf("%s can't be won: proven, %d states", report.Problem.ID(), report.States)
	}
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	if _, err := z.Write([]byte(text)); err != nil {
		f.t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// compare has the files checked in Python, which must say what the checker in Go does, and returns how
// many are refused.
func (f *files) compare() (refused int) {
	f.t.Helper()
	got := checkedInPython(f.t, f.dir)
	for name, expected := range f.want {
		if strings.HasPrefix(got[name], "refused: line ") {
			got[name] = "refused"
		}
		if expected == "refused" {
			refused++
		}
		if got[name] != expected {
			text, _ := os.ReadFile(name)
			z, _ := gzip.NewReader(bytes.NewReader(text))
			var plain bytes.Buffer
			_, _ = plain.ReadFrom(z)
			f.t.Errorf("the checker in Python: %s; in Go: %s, of\n%.3000s", got[name], expected, plain.String())
		}
	}
	return refused
}

// checkedInPython returns what the checker in Python says of each file of a directory.
func checkedInPython(t *testing.T, dir string) map[string]string {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("Python 3 is not installed; on Debian, as root: apt-get install python3")
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.proof"))
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for some := range slices.Chunk(names, 500) {
		out, err := exec.CommandContext(t.Context(), interpreter, append([]string{python}, some...)...).CombinedOutput()
		if status, refused := err.(*exec.ExitError); err != nil && (!refused || status.ExitCode() != 1) {
			t.Fatalf("%v: %s", err, out)
		}
		for line := range strings.Lines(string(out)) {
			name, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			said[name] = what
		}
	}
	return said
}

// TestForm holds the checker in Go to the form of the file: another one of the same meaning, whose
// id others would compute differently, is refused.
func TestForm(t *testing.T) {
	text := written(t, "free-cell-2-cell", "solvitaire:9")
	for _, other := range []string{
		strings.Replace(text, "0 tableau/", "0  tableau/", 1),
		strings.Replace(text, `{"rules":{`, `{"rules": {`, 1),
	} {
		if _, err := proof.Check(strings.NewReader(other), 100_000); err == nil || other == text {
			t.Errorf("accepted: %.300s", other)
		}
	}
}

// TestVectors checks the files that docs/inside/proof-vectors.md lists for authors of checkers. The
// checker in Python does not ask whether a problem is in canonical form.
func TestVectors(t *testing.T) {
	page, err := os.ReadFile("../../docs/inside/proof-vectors.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := "../../docs/proofs/vectors"
	inPython := checkedInPython(t, dir)
	rows := regexp.MustCompile("(?m)^[|] `([a-z0-9-]+[.]proof)` [|] (?:accepted: ([0-9a-f-]+)|refused at line ([0-9]+))").FindAllStringSubmatch(string(page), -1)
	for _, row := range rows {
		name := filepath.Join(dir, row[1])
		file, err := os.Open(name)
		if err != nil {
			t.Error(err)
			continue
		}
		defer file.Close()
		text, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		report, err := proof.Check(text, 1000)
		switch refused := (*proof.Refused)(nil); {
		case row[2] == "" && (!errors.As(err, &refused) || strconv.Itoa(refused.Line) != row[3]):
			t.Errorf("%s: %v, want a refusal at line %s", row[1], err, row[3])
		case row[2] != "" && (err != nil || string(report.Problem.ID()) != row[2]):
			t.Errorf("%s: %v, want %s", row[1], err, row[2])
		}
		if accepted := strings.Contains(inPython[name], "proven"); accepted != (row[2] != "") && row[1] != "broken-columns.proof" && row[1] != "broken-foundations.proof" {
			t.Errorf("%s in Python: %s", row[1], inPython[name])
		}
	}
	if files, err := filepath.Glob(dir + "/*.proof"); err != nil || len(files) != len(rows) || len(rows) < 30 {
		t.Errorf("%d files, %d in the table (%v)", len(files), len(rows), err)
	}
}
