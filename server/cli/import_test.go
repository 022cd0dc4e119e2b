package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// importing runs the command import on a store, with a file of this text.
func importing(t *testing.T, where []string, text string, args ...string) ran {
	t.Helper()
	return command(t, text, append(append([]string{"import"}, where...), append(args, "-")...)...)
}

// stores returns the flags of an empty store of each kind.
func stores(t *testing.T) map[string][]string {
	return map[string][]string{
		"PostgreSQL": {"--database-url", servicetest.Database(t)},
		"SQLite":     {"--data-dir", t.TempDir()},
	}
}

// TestImport imports verdicts in each format, twice, and verdicts that contradict stored ones.
func TestImport(t *testing.T) {
	t.Parallel()
	for name, where := range stores(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const first = "game,seed,verdict,because,seconds,states,length\n" +
				"klondike,solvitaire:2,winnable,,0.5,1000,140\n" +
				"klondike-draw-3,solvitaire:15,unwinnable,,0.000001,7,\n" +
				"klondike,solvitaire:7,unknown,states,1,9000,\n" +
				"free-cell,microsoft:11982,unwinnable,,62.4,48455,\n"
			got := importing(t, where, first, "--source", "thoughtful")
			if want := regexp.MustCompile(`^\w{26}: 1 deals of free-cell microsoft:11982-11982 from thoughtful: 0 winnable, 1 unwinnable, 0 unknown
\w{26}: 3 deals of klondike solvitaire:2-15 from thoughtful: 1 winnable, 1 unwinnable, 1 unknown
$`); got.status != exitDone || !want.MatchString(got.out) {
				t.Errorf("%+v", got)
			}
			got = importing(t, where, first, "--source", "thoughtful", "--game", "klondike")
			if got.status != exitUsage || got.out != "" || !regexp.MustCompile(`klondike was left out: campaign \w{26} already has solvitaire:2 from thoughtful; use --replace`).MatchString(got.err) {
				t.Errorf("again: %+v", got)
			}
			got = importing(t, where, first, "--source", "thoughtful", "--game", "klondike", "--replace")
			if got.status != exitDone {
				t.Errorf("replaced: %+v", got)
			}

			// Verdicts of another solver, compressed, one of which differs.
			var packed bytes.Buffer
			zip := gzip.NewWriter(&packed)
			fmt.Fprint(zip, "verdict,seed,game,nodes,limit_seconds\ntimeout,solvitaire:2,klondike,5,10\nwinnable,solvitaire:15,klondike,5,10\nunwinnable,solvitaire:7,klondike,5,10\n")
			if err := zip.Close(); err != nil {
				t.Fatal(err)
			}
			got = importing(t, where, packed.String(), "--source", "solvitaire")
			if got.status != exitInternal || !strings.Contains(got.out, "from solvitaire: 1 winnable, 1 unwinnable, 1 unknown\n") ||
				!strings.Contains(got.err, "CONTRADICTION: klondike solvitaire:15 is found winnable by solvitaire and unwinnable by thoughtful\n") ||
				!strings.Contains(got.err, "thoughtful: 1 contradictions; the results were imported nevertheless\n") ||
				!strings.Contains(got.err, "ignored fields: limit_seconds\n") {
				t.Errorf("another solver's: %+v", got)
			}

			// An export of a service, and a player's games.
			const exported = `{"game":"klondike","seed":"solvitaire:99","verdict":"winnable","because":null,"seconds":0.0019,"states":4123,"length":112,"source":"inferred","engine":"v1.2.0"}` + "\n\n" +
				`{"game":null,"seed":"solvitaire:98","verdict":"unknown","because":"memory","seconds":1e-3,"states":0,"length":null,"source":"search","engine":"v1.2.0"}` + "\n"
			if got = importing(t, where, exported, "--source", "thoughtful", "--game", "klondike"); got.status != exitDone {
				t.Errorf("exported: %+v", got)
			}
			got = importing(t, where, "game,seed,won,score,seconds,length,engine,player\nklondike,solvitaire:15,true,52,0.1,120,v1,yan n=2\nklondike,solvitaire:16,false,3,0.1,20,v1,yan n=2\n",
				"--source", "others", "--player", "yan n=2")
			if got.status != exitInternal || !strings.Contains(got.out, "from others: yan n=2 won 1 and lost 1\n") ||
				!strings.Contains(got.err, "CONTRADICTION: klondike solvitaire:15 is won by the player yan n=2, says others, and unwinnable by thoughtful\n") {
				t.Errorf("played: %+v", got)
			}

			c := database.Config{Log: slog.New(slog.DiscardHandler)}
			if c.URL = where[1]; name == "SQLite" {
				c.URL, c.Dir = "", where[1]
			}
			s, err := store.Open(t.Context(), c, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			campaigns, err := s.Campaigns(t.Context(), campaign.Filter{})
			if err != nil || len(campaigns) != 5 {
				t.Fatalf("%d campaigns, %v", len(campaigns), err)
			}
			results, err := s.Results(t.Context(), campaigns[1].ID, 0, 10)
			want := `[{98 unknown memory false 0 1ms 0 0 false v1.2.0} {99 winnable  false 4123 1.9ms 112 0 true v1.2.0}]`
			if got := fmt.Sprint(results); err != nil || got != want {
				t.Errorf("%s, %v\nwant %s", got, err, want)
			}
		})
	}
}

// TestCampaignContradicts reports that a campaign and a player contradict what was imported.
func TestCampaignContradicts(t *testing.T) {
	t.Parallel()
	where := []string{"--data-dir", t.TempDir()}
	got := importing(t, where, "game,seed,verdict\nklondike,solvitaire:2,unwinnable\nklondike,solvitaire:9,unwinnable\n", "--source", "liar")
	if got.status != exitDone {
		t.Fatalf("%+v", got)
	}
	out := filepath.Join(t.TempDir(), "results.csv")
	args := append(where, "--game", "klondike", "--seeds", "solvitaire:1-3", "--states", "100000", "--out", out)
	const report = "CONTRADICTION: klondike solvitaire:2 is found winnable by this program and unwinnable by liar\n"
	for range 2 { // the second time everything is known
		got = campaignOf(t, args...)
		if got.status != exitInternal || !strings.HasPrefix(got.out, "klondike, solvitaire:1-3: 3 deals: ") ||
			!strings.HasSuffix(got.err, report+"thoughtful: 1 contradictions; the results were stored nevertheless\n") {
			t.Errorf("%+v", got)
		}
	}
	if text, err := os.ReadFile(out); err != nil || !strings.Contains(string(text), "klondike,solvitaire:2,winnable,") {
		t.Errorf("%s, %v", text, err)
	}
	// Contradictions of other deals and campaigns are not the campaign's.
	got = campaignOf(t, append(where, "--game", "klondike", "--seeds", "solvitaire:3-5", "--states", "1000")...)
	if got.status != exitDone {
		t.Errorf("other deals: %+v", got)
	}
	got = campaignOf(t, append(where, "--game", "klondike", "--seeds", "solvitaire:1-9", "--player", "random")...)
	if got.status != exitDone {
		t.Errorf("a player that loses: %+v", got)
	}
}

// TestCampaignContradictsInterrupted reports contradictions of the results so far when a campaign is
// interrupted, with the same exit status as at its end.
func TestCampaignContradictsInterrupted(t *testing.T) {
	where := []string{"--data-dir", t.TempDir()}
	text := "game,seed,verdict\n"
	for seed := range 40 {
		text += fmt.Sprintf("klondike,solvitaire:%d,unwinnable\n", seed+1)
	}
	if got := importing(t, where, text, "--source", "liar"); got.status != exitDone {
		t.Fatalf("%+v", got)
	}
	status, left := cut(t, append([]string{"campaign", small, "--jobs", "1", "--game", "klondike", "--seeds", "solvitaire:1-20000", "--states", "2000"}, where...)...)
	if want := regexp.MustCompile(`^(CONTRADICTION: klondike solvitaire:\d+ is found winnable by this program and unwinnable by liar\n)+` +
		`thoughtful: stopped after \d+ of 20000 deals; the same command goes on with the rest\n` +
		`\d+ contradictions; the results were stored nevertheless\n$`); status != exitInternal || !want.MatchString(left) {
		t.Errorf("status %d; terminal:\n%s", status, left)
	}
}

// TestWrongImports checks that a wrong file imports nothing. Package solver/campaign tests what
// can be wrong in a file.
func TestWrongImports(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	where := []string{"--data-dir", dir}
	const header = "game,seed,verdict,because,seconds,states,length\n"
	for _, test := range []struct {
		what, text string
		args       []string
		err        string
	}{
		{"wrong lines", header + "klondike,solvitaire:x,winnable,,,,\n", nil, "nothing imported:\nstandard input, line 2: seed: "},
		{"a contradiction", header + "klondike,solvitaire:1,winnable,,,,\nklondike-draw-3,solvitaire:1,unwinnable,,,,\n", nil, "line 3: verdict: unwinnable, but winnable in standard input, line 2"},
		{"nothing", "", nil, "standard input is empty"},
		{"a header alone", header, nil, "no results to import"},
		{"another game", header + "klondike,solvitaire:1,winnable,,,,\n", []string{"--game", "free-cell"}, "no results to import; 1 are of other games"},
		{"verdicts of a player", header + "klondike,solvitaire:1,winnable,,,,\n", []string{"--player", "yan"}, "column won is missing"},
		{"an epoch to come", header + "klondike,solvitaire:1,winnable,,,,\n", []string{"--epoch", "99"}, "--epoch: "},
		{"another's epoch", header + "klondike,solvitaire:1,winnable,,,,\n", []string{"--epoch", "1"}, "--epoch: needs --source thoughtful"},
		{"others' verdicts as our own", "game,seed,verdict,source\nklondike,solvitaire:1,winnable,imported\n", []string{"--source", "thoughtful"}, "line 2: source: "},
		{"no file", header, []string{filepath.Join(dir, "none")}, "no such file"},
	} {
		got := importing(t, where, test.text, append([]string{"--source", "others"}, test.args...)...)
		if got.status != exitUsage || got.out != "" || !strings.Contains(got.err, test.err) {
			t.Errorf("%s: %+v", test.what, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "thoughtful.db")); err == nil {
		t.Error("a database was created")
	}
	if got := importing(t, where, header, "--source", " x"); got.status != exitUsage || !strings.Contains(got.err, "--source: ") {
		t.Errorf("%+v", got)
	}
	rules := write(t, `{"tableau piles":{"count":8,"build policy":"red-black"},"cells":{"count":1}}`)
	got := importing(t, where, "seed,verdict\nmicrosoft:1,winnable\n", "--source", "others", "--rules", rules)
	if got.status != exitDone || !strings.Contains(got.out, "1 deals of a game without a name microsoft:1-1 from others") {
		t.Errorf("by rules: %+v", got)
	}
}
