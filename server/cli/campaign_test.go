package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// campaignOf runs the command campaign with small tables.
func campaignOf(t *testing.T, args ...string) ran {
	t.Helper()
	return command(t, "", append([]string{"campaign", small, "--jobs", "2"}, args...)...)
}

// campaignTable parses a table of results and removes the header.
func campaignTable(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 || strings.Join(rows[0], ",") != "game,seed,verdict,because,seconds,states,length,source,engine" {
		t.Fatalf("%q: %v", text, err)
	}
	return rows[1:]
}

// verdictsBySeed returns rows of bench by seed, without the columns that depend on the machine.
func verdictsBySeed(rows [][]string) map[string][4]string {
	all := map[string][4]string{}
	for _, row := range rows {
		all[row[1]] = [4]string{row[0], row[2], row[3], row[5]}
	}
	return all
}

// TestCampaign compares a campaign with bench, deal by deal, and runs it again.
func TestCampaign(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "results.csv.gz")
	args := []string{"--data-dir", dir, "--game", "klondike-draw-3", "--seeds", "solvitaire:660-700", "--states", "1400", "--out", out}
	got := campaignOf(t, args...)
	if got.status != exitDone || !regexp.MustCompile(`^klondike, solvitaire:660-700: 41 deals: \d+ winnable, \d+ unwinnable, \d+ unknown
winnable: \d+\.\d–\d+\.\d % \(\d+\.\d–\d+\.\d\), 95 % interval, unknowns counted both ways
(published: \d+\.\d+ ± \d\.\d+ % \([^()]*\); the intervals overlap\n)+$`).MatchString(got.out) || !regexp.MustCompile(`^41 deals in \d+s now: \d+\.\d a second, .* of processors' time
the whole campaign took \d+s of workers' time
41 rows; the store has \d\.\d MiB
$`).MatchString(got.err) {
		t.Fatalf("%+v", got)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	rows := campaignTable(t, string(text))
	bench := verdictsBySeed(table(t, bench(t, "--game", "klondike", "--seeds", "solvitaire:660-700", "--states", "1400").out))
	for seed, its := range verdictsBySeed(rows) {
		if bench[seed] != its {
			t.Errorf("%s: %v, bench has %v", seed, its, bench[seed])
		}
	}
	if len(rows) != len(bench) || !slices.IsSortedFunc(rows, func(a, b []string) int { return strings.Compare(a[1], b[1]) }) {
		t.Errorf("%d rows:\n%s", len(rows), text)
	}

	again := campaignOf(t, args...)
	if again.status != exitDone || again.out != got.out || strings.Contains(again.err, " now: ") {
		t.Errorf("%+v", again)
	}
	var printed struct {
		Seeds, State string
		Tally        map[string]int
	}
	asJSON := campaignOf(t, append(args, "--json")...)
	if err := json.Unmarshal([]byte(asJSON.out), &printed); err != nil || printed.Seeds != "solvitaire:660-700" || printed.State != "done" ||
		!strings.Contains(got.out, fmt.Sprintf("%d winnable, %d unwinnable, ", printed.Tally["winnable"], printed.Tally["unwinnable"])) {
		t.Errorf("%+v (%v)", asJSON, err)
	}
	other := campaignOf(t, append(args, "--fresh")...) // another campaign
	if other.status != exitDone || other.out != got.out || !strings.Contains(other.err, "41 deals in ") {
		t.Errorf("%+v", other)
	}
}

// cut runs a campaign of 20,000 deals on a terminal and interrupts it when some are done. It returns the
// exit status and what is left on the screen.
func cut(t *testing.T, args ...string) (status int, left string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := regexp.MustCompile(`[1-9][0-9]*/20000 `)
	written := onTerminal(t, 120, io.Discard, func(c console) {
		c.ctx = ctx
		status = run(c, args)
	}, func(sofar string) {
		if done.MatchString(sofar) {
			cancel()
		}
	})
	return status, screen(t, written)
}

// TestCampaignInterrupted interrupts a campaign when some deals are done, and continues it.
func TestCampaignInterrupted(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "results.csv")
	args := []string{"campaign", small, "--jobs", "1", "--data-dir", dir, "--game", "klondike", "--seeds", "solvitaire:1-20000", "--states", "100", "--out", out}
	status, left := cut(t, args...)
	if status != exitInterrupted { // done before it was interrupted
		t.Fatalf("status %d; terminal:\n%s", status, left)
	}
	if !regexp.MustCompile(`^thoughtful: stopped after \d+ of 20000 deals; the same command goes on with the rest\n$`).MatchString(left) {
		t.Errorf("terminal:\n%s", left)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("results of an interrupted campaign: %v", err)
	}
	got := command(t, "", args...)
	text, err := os.ReadFile(out)
	if err != nil || got.status != exitDone {
		t.Fatalf("%+v (%v)", got, err)
	}
	rows := campaignTable(t, string(text))
	for i, row := range rows {
		if row[1] != "solvitaire:"+strconv.Itoa(i+1) {
			t.Fatalf("row %d is %q", i+1, row)
		}
	}
	if len(rows) != 20000 || strings.Contains(got.err, "20000 deals in ") {
		t.Errorf("%d rows; stderr:\n%s", len(rows), got.err)
	}
	its := verdictsBySeed(rows)
	for seed, want := range verdictsBySeed(table(t, bench(t, "--game", "klondike", "--seeds", "solvitaire:1-50", "--states", "100").out)) {
		if its[seed] != want {
			t.Errorf("%s: %v, bench has %v", seed, its[seed], want)
		}
	}
}

// TestCampaignShared runs a campaign on PostgreSQL.
func TestCampaignShared(t *testing.T) {
	url := servicetest.Database(t)
	var said string
	for range 2 { // the second time it is done already
		got := campaignOf(t, "--database-url", url, "--game", "klondike", "--seeds", "solvitaire:1-20", "--states", "500")
		if got.status != exitDone || !strings.HasPrefix(got.out, "klondike, solvitaire:1-20: 20 deals: ") {
			t.Fatalf("%+v", got)
		}
		first, _, _ := strings.Cut(got.out, "\n")
		if said != "" && said != first {
			t.Errorf("%q, the first time %q", said, first)
		}
		said = first
	}
}

func TestCampaignOfPlayer(t *testing.T) {
	var results [2]string
	for i := range results {
		out := filepath.Join(t.TempDir(), "plays.csv")
		got := campaignOf(t, "--data-dir", t.TempDir(), "--game", "klondike", "--seeds", "solvitaire:1-30", "--player", "greedy", "--out", out)
		if got.status != exitDone || !strings.Contains(got.out, "won by greedy: ") || strings.Contains(got.out, "published") {
			t.Fatalf("%+v", got)
		}
		text, err := os.ReadFile(out)
		if err != nil || strings.Count(string(text), "\n") != 31 || !strings.HasPrefix(string(text), "game,seed,won,score,seconds,length,engine,player\nklondike,solvitaire:1,") {
			t.Fatalf("%s (%v)", text, err)
		}
		results[i] = regexp.MustCompile(`\d+\.\d{6}`).ReplaceAllString(string(text), "")
	}
	if results[0] != results[1] {
		t.Errorf("two runs differ:\n%s\n%s", results[0], results[1])
	}
}

// TestCampaignOfPlayerOptions runs campaigns of one player with different options. Their results
// are counted separately, and the same options find the same campaign again.
func TestCampaignOfPlayerOptions(t *testing.T) {
	dir := t.TempDir()
	of := func(options ...string) ran {
		args := []string{"--data-dir", dir, "--game", "klondike", "--seeds", "solvitaire:1-30", "--player", "yan"}
		for _, o := range options {
			args = append(args, "--option", o)
		}
		return campaignOf(t, args...)
	}
	first, _, _ := strings.Cut(of("n=0", "score=0").out, " % ")
	if !strings.Contains(first, "\nwon by yan n=0 score=0: ") {
		t.Errorf("%s", first)
	}
	if again := of("score=0", "n=0"); !strings.HasPrefix(again.out, first) || strings.Contains(again.err, " now: ") {
		t.Errorf("%+v, the first time %s", again, first)
	}
	other := of("n=1") // the default
	if !strings.Contains(other.out, "\nwon by yan: ") || !strings.Contains(other.err, "30 deals in ") {
		t.Errorf("%+v", other)
	}
	if same := of(); !strings.Contains(same.out, "\nwon by yan: ") || strings.Contains(same.err, " now: ") {
		t.Errorf("%+v", same)
	}
	stats := command(t, "", "stats", "--data-dir", dir, "klondike").out
	for _, who := range []string{"player yan:", "player yan n=0 score=0:"} {
		if !strings.Contains(stats, strings.TrimSuffix(who, ":")) {
			t.Errorf("%s missing in\n%s", who, stats)
		}
	}
}

// TestCampaignStops tests limits that end campaigns before their last deal.
func TestCampaignStops(t *testing.T) {
	dir := t.TempDir()
	for reason, args := range map[string][]string{
		"it ended because the interval is at most 40 percentage points wide": {"--width", "40", "--states", "500"},
		"it ended because the time limit 2020-01-01T00:00:00Z was reached":   {"--until", "2020-01-01T00:00:00Z", "--states", "6"},
	} {
		got := campaignOf(t, append([]string{"--data-dir", dir, "--game", "klondike", "--seeds", "solvitaire:1-100000"}, args...)...)
		if got.status != exitDone || !strings.Contains(got.out, reason) {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestCampaignRefuses(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"missing flags: --seeds":                     {"--game", "klondike", "--states", "5"},
		"give --game or --rules":                     {"--seeds", "solvitaire:1-2", "--states", "5"},
		"--seeds: must be scheme:from-to":            {"--game", "klondike", "--seeds", "2-1", "--states", "5"},
		": a seed is scheme:number":                  {"--game", "klondike", "--seeds", "one-2", "--states", "5"},
		"scheme exact has no ranges":                 {"--game", "klondike", "--seeds", "exact:1", "--states", "5"},
		"--option: n: unknown field":                 {"--game", "klondike", "--seeds", "solvitaire:1-2", "--player", "greedy", "--option", "n=1"},
		`--option: "n": must be name=value`:          {"--game", "klondike", "--seeds", "solvitaire:1-2", "--player", "greedy", "--option", "n"},
		"--option: needs --player":                   {"--game", "klondike", "--seeds", "solvitaire:1-2", "--states", "5", "--option", "n=1"},
		"states: a budget in states or time":         {"--game", "klondike", "--seeds", "solvitaire:1-2"},
		"--states: must be at least 1":               {"--game", "klondike", "--seeds", "solvitaire:1-2", "--states=-1"},
		"--width: must be more than 0":               {"--game", "klondike", "--seeds", "solvitaire:1-2", "--states", "5", "--width=-1"},
		"--jobs: must be at least 1":                 {"--game", "klondike", "--seeds", "solvitaire:1-2", "--states", "5", "--jobs=-1"},
		"did you mean greedy?":                       {"--game", "klondike", "--seeds", "solvitaire:1-2", "--player", "gredy"},
		"; 'thoughtful players' lists the players":   {"--game", "klondike", "--seeds", "solvitaire:1-2", "--player", "somebody-else"},
		"scheme microsoft has no deals of this game": {"--game", "penguin", "--seeds", "microsoft:1-2", "--states", "5"},
		"no such file or directory":                  {"--game", "klondike", "--seeds", "solvitaire:1-2", "--states", "5", "--out", dir + "/no/such"},
	} {
		got := campaignOf(t, append([]string{"--data-dir", dir}, args...)...)
		if got.status != exitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%q: %+v, want %q", args, got, want)
		}
	}
}

// TestCampaignKeepsOut runs two campaigns on one data directory, which the second must refuse.
func TestCampaignKeepsOut(t *testing.T) {
	f := service.StoreConfig{DataDir: t.TempDir()}
	var said bytes.Buffer
	s, err := f.Open(t.Context(), textLog(console{err: &said}))
	if err != nil {
		t.Fatal(err)
	}
	got := campaignOf(t, "--data-dir", f.DataDir, "--game", "klondike", "--seeds", "solvitaire:1-2", "--states", "5")
	if got.status != exitUsage || !strings.Contains(got.err, "in use by another process") {
		t.Errorf("%+v", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// packedVerdicts reads a file in which no deal is twice, and returns its verdicts by seed, and the
// number of its blocks.
func packedVerdicts(t *testing.T, name string) (found map[int64]packed.Verdict, blocks int) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found = map[int64]packed.Verdict{}
	if err := packed.Each(file, func(r *packed.Range) error {
		blocks++
		for seed := r.First; seed <= r.Last(); seed++ {
			if found[seed] != packed.NotCounted && r.At(seed) != packed.NotCounted {
				t.Errorf("deal %d is in the file twice", seed)
			}
			found[seed] = max(found[seed], r.At(seed))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return found, blocks
}

// TestCampaignPacked interrupts a campaign that writes packed verdicts, cuts its file as a kill would,
// and continues it: the file has the verdict of each deal, once.
func TestCampaignPacked(t *testing.T) {
	dir, name := t.TempDir(), filepath.Join(t.TempDir(), "klondike.gz")
	args := []string{"campaign", small, "--jobs", "2", "--data-dir", dir, "--game", "klondike", "--seeds", "solvitaire:1-20000", "--states", "100", "--packed", name}
	if status, _ := cut(t, args...); status == exitDone {
		t.Error("done before it was interrupted")
	}
	first, _ := packedVerdicts(t, name)
	if len(first) == 0 || len(first) >= 20000 {
		t.Fatalf("%d deals after an interruption", len(first))
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content[:len(content)-7], 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "results.csv")
	if got := command(t, "", append(args, "--out", out)...); got.status != exitDone {
		t.Fatalf("%+v", got)
	}
	found, blocks := packedVerdicts(t, name)
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rows := campaignTable(t, string(text))
	for _, row := range rows {
		seed, err := strconv.ParseInt(strings.TrimPrefix(row[1], "solvitaire:"), 10, 64)
		if err != nil || found[seed].String() != row[2] {
			t.Errorf("%s: %s in the packed file (%v)", row, found[seed], err)
		}
	}
	if len(found) != 20000 || len(rows) != 20000 {
		t.Errorf("%d packed deals, %d rows", len(found), len(rows))
	}
	// Again there is nothing to add, also for a campaign of deals that the file has: verdicts of
	// fewer states are left out, and unknown ones that are decided now are added.
	if got := command(t, "", args...); got.status != exitDone {
		t.Fatalf("%+v", got)
	}
	if _, again := packedVerdicts(t, name); again != blocks {
		t.Errorf("%d blocks, after another run %d", blocks, again)
	}
	other := append(slices.Clone(args), "--fresh")
	other[slices.Index(other, "--seeds")+1], other[slices.Index(other, "--states")+1] = "solvitaire:1-50", "5000"
	if got := command(t, "", other...); got.status != exitDone {
		t.Fatalf("%+v", got)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	deals, states := map[int64]packed.Verdict{}, map[int64]bool{}
	if err := packed.Each(file, func(r *packed.Range) error {
		for seed := r.First; seed <= r.Last(); seed++ {
			if v := r.At(seed); v != packed.NotCounted && !deals[seed].Proven() {
				deals[seed] = v
			}
		}
		states[r.States] = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(deals) != 20000 || !states[5000] || len(states) != 2 {
		t.Errorf("%d deals, with %v states", len(deals), states)
	}
	for _, wrong := range []string{write(t, "not packed"), filepath.Join(dir, "none", "file.gz")} {
		args[len(args)-1] = wrong
		if got := command(t, "", args...); got.status != exitUsage || !strings.Contains(got.err, "--packed: ") {
			t.Errorf("%+v", got)
		}
	}
}

// TestCampaignOfPlayerPacked packs the games of a player.
func TestCampaignOfPlayerPacked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "greedy.gz")
	args := []string{"--data-dir", t.TempDir(), "--game", "klondike", "--seeds", "solvitaire:1-60", "--player", "greedy", "--packed", name}
	for _, seed := range []string{"1", "2"} { // of other games, which may differ
		if got := campaignOf(t, append(args, "--player-seed", seed)...); got.status != exitDone {
			t.Fatalf("%+v", got)
		}
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	deals, lost := map[string]int{}, map[string]int{} // by player, who may have several ranges
	if err := packed.Each(file, func(r *packed.Range) error {
		deals[r.Player] += int(r.Tally().Deals())
		lost[r.Player] += int(r.Tally().Lost)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(deals, map[string]int{"greedy": 60, "greedy seed=2": 60}) || lost["greedy"] == 0 || lost["greedy seed=2"] == 0 {
		t.Errorf("deals %v, lost %v", deals, lost)
	}
}
