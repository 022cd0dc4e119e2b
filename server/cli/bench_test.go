package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// bench runs the command bench with small tables.
func bench(t *testing.T, args ...string) ran {
	t.Helper()
	return command(t, "", append([]string{"bench", small}, args...)...)
}

// table parses the output of bench and removes the header.
func table(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 || strings.Join(rows[0], ",") != "game,seed,verdict,because,seconds,states,length" {
		t.Fatalf("%q: %v", text, err)
	}
	return rows[1:]
}

func TestBench(t *testing.T) {
	got := bench(t, "--game", "klondike-draw-3", "--seeds", "solvitaire:676-679", "--states", "1400")
	rows := table(t, got.out)
	want := [][3]string{ // with the game's own name, not the alias
		{"klondike", "solvitaire:676", "unknown"},
		{"klondike", "solvitaire:677", "unwinnable"},
		{"klondike", "solvitaire:678", "winnable"},
		{"klondike", "solvitaire:679", "unknown"},
	}
	if got.status != exitDone || len(rows) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, row := range rows {
		seconds, err := strconv.ParseFloat(row[4], 64)
		states, err2 := strconv.Atoi(row[5])
		length, err3 := strconv.Atoi(row[6])
		if [3]string(row[:3]) != want[i] || err != nil || seconds <= 0 || err2 != nil || states < 1 || states > 1400 ||
			(row[2] == "winnable") != (err3 == nil && length > 52) || (row[2] == "unknown") != (row[3] == "states") {
			t.Errorf("%q", row)
		}
	}
	if !regexp.MustCompile(`^4 deals: 2 resolved \(1 winnable, 1 unwinnable\), 2 unknown
seconds: total \d+\.\d{3}, mean \d+\.\d{6}, median \d+\.\d{6}, p90 \d+\.\d{6}, p99 \d+\.\d{6}, max \d+\.\d{6}
solutions: median length \d+, max \d+; as found \d+ and \d+; shortened in \d+\.\d{6} seconds each, max \d+\.\d{6}
peak memory: \d+ MiB
$`).MatchString(got.err) {
		t.Errorf("summary:\n%s", got.err)
	}
}

// TestBenchShortest checks the columns about proven lengths of solutions.
func TestBenchShortest(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shortest.csv")
	for range 2 { // the second run has nothing left to do
		if got := bench(t, "--game", "klondike", "--seeds", "solvitaire:11-15", "--states", "40000", "--objective", "shortest", "--out", out); got.status != exitDone {
			t.Fatalf("%+v", got)
		}
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 6 || strings.Join(rows[0], ",") != "game,seed,verdict,because,seconds,states,length,first_length,lower_bound" {
		t.Fatalf("%s: %v", text, err)
	}
	proven := 0
	for _, row := range rows[1:] {
		length, _ := strconv.Atoi(row[6])
		first, _ := strconv.Atoi(row[7])
		bound, _ := strconv.Atoi(row[8])
		if row[2] == "winnable" != (bound > 52 && bound <= length && length <= first) {
			t.Errorf("%q", row)
		}
		if row[2] == "winnable" && bound == length {
			proven++
		}
	}
	if proven < 1 {
		t.Errorf("only %d proven:\n%s", proven, text)
	}
}

func TestBenchConcurrent(t *testing.T) {
	one := table(t, bench(t, "--game", "free-cell", "--seeds", "microsoft:1-8", "--states", "2000").out)
	three := table(t, bench(t, "--game", "free-cell", "--seeds", "microsoft:1-8", "--states", "2000", "--jobs", "3").out)
	slices.SortFunc(three, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
	for i := range one { // the same apart from times
		one[i][4], three[i][4] = "", ""
		if !slices.Equal(one[i], three[i]) {
			t.Errorf("%q with one job, %q with three", one[i], three[i])
		}
	}
}

func TestBenchOptions(t *testing.T) {
	rules := write(t, `{"tableau piles":{"count":8,"move built group":"no"},"cells":{"count":4}}`)
	got := bench(t, "--rules", rules, "--seeds", "solvitaire:7", "--states", "50")
	if rows := table(t, got.out); got.status != exitDone || len(rows) != 1 || rows[0][0] != rules {
		t.Errorf("%+v", got)
	}
	got = bench(t, "--game", "american-toad", "--seeds", "solvitaire:1", "--deadline", "20ms")
	if rows := table(t, got.out); got.status != exitDone || len(rows) != 1 || rows[0][2] != "unknown" || rows[0][3] != "deadline" {
		t.Errorf("%+v", got)
	}
	with := table(t, bench(t, "--game", "klondike", "--seeds", "solvitaire:19").out)
	without := table(t, bench(t, "--game", "klondike", "--seeds", "solvitaire:19", "--without", "symmetry,safe-foundations").out)
	if with[0][2] != "unwinnable" || without[0][2] != "unwinnable" || with[0][5] == without[0][5] {
		t.Errorf("%q, without two techniques %q", with, without)
	}
	got = bench(t, "--game", "klondike", "--seeds", "solvitaire:19", "--cpu")
	if seconds, err := strconv.ParseFloat(table(t, got.out)[0][4], 64); err != nil || seconds <= 0 {
		t.Errorf("%+v", got)
	}
	if got = bench(t, "--game", "klondike", "--seeds", "solvitaire:19", "--cpu", "--jobs", "2"); got.status != exitUsage || !strings.Contains(got.err, "--cpu") {
		t.Errorf("%+v", got)
	}
}

// TestBenchOut checks that an interrupted run is continued.
func TestBenchOut(t *testing.T) {
	out := filepath.Join(t.TempDir(), "table.csv")
	run := func(seeds string) ran {
		return bench(t, "--game", "free-cell", "--seeds", seeds, "--states", "1000", "--out", out)
	}
	read := func() string {
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := run("microsoft:1-3"); got.status != exitDone || got.out != "" || !strings.HasPrefix(got.err, "3 deals: ") {
		t.Errorf("%+v", got)
	}
	before := read()
	if got := run("microsoft:2-5"); got.status != exitDone || !strings.HasPrefix(got.err, "2 deals: ") {
		t.Errorf("%+v", got)
	}
	after := read()
	if !strings.HasPrefix(after, before) || len(table(t, before)) != 3 || len(table(t, after)) != 5 {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	if got := run("microsoft:1-5"); got.status != exitDone || got.err != "no deals\n" || read() != after {
		t.Errorf("%+v", got)
	}
	// Nothing is appended to a file with an incomplete line, nor to other files.
	for text, want := range map[string]string{
		after[:len(after)-1]:                "its last line is incomplete",
		after[:len(after)-1] + ",\n":        "wrong number of fields",
		"seed,game\nmicrosoft:1,klondike\n": "its columns must be",
	} {
		if err := os.WriteFile(out, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := run("microsoft:1-6"); got.status != exitUsage || !strings.Contains(got.err, want) || read() != text {
			t.Errorf("%+v", got)
		}
	}
}

// TestBenchTruth compares verdicts with those of a file.
func TestBenchTruth(t *testing.T) {
	const right = "game,seed,verdict,seconds\nklondike,solvitaire:19,unwinnable,1\nklondike-draw-3,solvitaire:2,winnable,1\n" +
		"klondike,solvitaire:4,timeout,60\nfree-cell,microsoft:1,winnable,1\n"
	for _, test := range []struct {
		name, truth string
		args        []string
		status      int
		want        string
		rows        int
	}{
		{"agreement", right, nil, exitDone, "4 deals: ", 4},
		{"one game", right, []string{"--game", "klondike-draw-3"}, exitDone, "3 deals: ", 3},
		{
			"contradiction", strings.Replace(right, "solvitaire:2,winnable", "solvitaire:2,unwinnable", 1), nil, exitInternal,
			"CONTRADICTION: klondike solvitaire:2 is winnable here and unwinnable in ", 4,
		},
		{"out of reach", strings.Replace(right, "solvitaire:19,unwinnable", "solvitaire:19,winnable", 1), []string{"--states", "1"}, exitDone, "4 unknown", 4},
		{"unknown game", right + "solitaire,solvitaire:1,winnable,1\n", nil, exitUsage, `row 6: unknown game "solitaire"`, 0},
		{"unknown seed", right + "klondike,solvitaire,winnable,1\n", nil, exitUsage, "row 6: a seed is scheme:number", 0},
		{"unknown verdict", right + "klondike,solvitaire:1,solved,1\n", nil, exitUsage, `row 6: "solved" is neither winnable`, 0},
		{"no CSV", "game,seed,verdict\nklondike\n", nil, exitUsage, "is not a CSV file", 0},
		{"no verdicts", "game,seed\nklondike,solvitaire:1\n", nil, exitUsage, "has no column verdict", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "table.csv")
			args := append([]string{"--truth", write(t, test.truth), "--out", out}, test.args...)
			for _, run := range []string{"first", "again"} {
				got := bench(t, args...)
				if got.status != test.status || run == "first" && !strings.Contains(got.err, test.want) {
					t.Errorf("%s: %+v", run, got)
				}
				// A contradiction that is already in the table is reported again.
				if test.status == exitInternal && !strings.Contains(got.err, test.want) {
					t.Errorf("%s: %+v", run, got)
				}
			}
			if text, err := os.ReadFile(out); test.rows > 0 && (err != nil || len(table(t, string(text))) != test.rows) {
				t.Errorf("table\n%s (%v)", text, err)
			}
		})
	}
}

// TestBenchSeeds tests ranges of schemes whose names have a hyphen, or whose numbers are too
// large for ranges.
func TestBenchSeeds(t *testing.T) {
	got := bench(t, "--game", "klondike", "--seeds", "klondike-solver:3-5", "--states", "1")
	if rows := table(t, got.out); len(rows) != 3 || rows[2][1] != "klondike-solver:5" {
		t.Errorf("%+v", got)
	}
	got = bench(t, "--game", "klondike", "--seeds", "exact:80658175170943878571660636856403766975289505440883277823999999999999", "--states", "1")
	if rows := table(t, got.out); len(rows) != 1 {
		t.Errorf("%+v", got)
	}
	for seeds, want := range map[string]string{
		"exact:1-2":            "scheme exact has no ranges",
		"solvitaire:2-1":       "a range must go upwards",
		"solvitaire:1-":        `"" is not a number of scheme solvitaire`,
		"solvitaire":           "a seed is scheme:number",
		"klondike-solver:-5":   `"" is not a number of scheme klondike-solver`,
		"pysol:1-100000000000": "at most 10000000 deals",
	} {
		if got := bench(t, "--game", "klondike", "--seeds", seeds); got.status != exitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", seeds, got)
		}
	}
}

// TestBenchConcurrentInterrupted checks that a deal whose search was interrupted is not reported.
func TestBenchConcurrentInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out, err bytes.Buffer
	c := console{ctx, strings.NewReader(""), writer(func(p []byte) (int, error) {
		out.Write(p)
		if strings.Contains(out.String(), "solvitaire:2") {
			cancel() // during other searches
		}
		return len(p), nil
	}), &err, false}
	status := run(c, []string{"bench", small, "--game", "klondike", "--seeds", "solvitaire:1-100", "--jobs", "2"})
	rows := table(t, out.String())
	if status != exitInterrupted || len(rows) == 0 || len(rows) == 100 || !strings.Contains(err.String(), "stopped after "+strconv.Itoa(len(rows))+" of 100 deals") {
		t.Errorf("status %d, stderr %s\n%s", status, &err, &out)
	}
	for _, row := range rows {
		if row[3] == "cancelled" {
			t.Errorf("%q", row)
		}
	}
}

// writer makes a function an io.Writer.
type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
