package campaign

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestWrongLines names files, lines and fields that are wrong.
func TestWrongLines(t *testing.T) {
	const header = "game,seed,verdict,because,seconds,states,length\n"
	for _, test := range []struct {
		what, text, player string
		err                string
	}{
		{"an unknown game", header + "klondyke,solvitaire:1,winnable,,,,\n", "", `line 2: game: unknown game "klondyke"`},
		{"no game", header + ",solvitaire:1,winnable,,,,\n", "", "line 2: game: missing"},
		{"a wrong seed", header + "klondike,solvitaire:x,winnable,,,,\n", "", `line 2: seed: "x" is not a number of scheme solvitaire`},
		{"another scheme", header + "penguin,microsoft:1,winnable,,,,\n", "", "line 2: seed: scheme microsoft has no deals of this game"},
		{"a huge seed", header + "klondike,exact:1,winnable,,,,\n", "", "line 2: seed: results are stored only for deals of ranges, not for exact:1"},
		{"the greatest seed", header + "klondike,pysol:9223372036854775807,winnable,,,,\n", "", "line 2: seed: results are stored only for deals of ranges, not for pysol:9223372036854775807"},
		{"a wrong verdict", header + "klondike,solvitaire:1,won,,,,\n", "", `line 2: verdict: "won" is not one of: winnable, unwinnable, unknown, timeout`},
		{"no reason", header + "klondike,solvitaire:1,unknown,,,,\n", "", `line 2: because: "" is not one of: deadline, states, memory`},
		{"cancelled", header + "klondike,solvitaire:1,unknown,cancelled,,,\n", "", `line 2: because: "cancelled" is not`},
		{"a reason", header + "klondike,solvitaire:1,winnable,states,,,\n", "", "line 2: because: only an unknown verdict has a reason"},
		{"wrong seconds", header + "klondike,solvitaire:1,winnable,,NaN,,\n", "", `line 2: seconds: "NaN" is not a number from 0`},
		{"wrong states", header + "klondike,solvitaire:1,winnable,,1,-1,\n", "", `line 2: states: "-1" is not a whole number`},
		{"wrong length", header + "klondike,solvitaire:1,winnable,,1,1,1.5\n", "", `line 2: length: "1.5" is not a whole number from 0 to 1000000`},
		{"a length too many", header + "klondike,solvitaire:1,unwinnable,,1,1,15\n", "", "line 2: length: only a winnable deal"},
		{"a column too many", header + "klondike,solvitaire:1,winnable,,1,1,15,9\n", "", "wrong number of fields"},
		{"no column", "game,verdict\nklondike,winnable\n", "", "column seed is missing"},
		{"a column twice", "game,seed,verdict,seed\n", "", "column seed appears twice"},
		{"a packed file cut off", "\x1f\x8b\x08", "", "unexpected EOF"},
		{"a field twice", `{"game":"klondike","seed":"solvitaire:1","seed":"solvitaire:2","verdict":"winnable"}`, "", "line 1: JSON: "},
		{"a list", `{"game":"klondike","seed":["solvitaire:1"],"verdict":"winnable"}`, "", "line 1: seed: "},
		{"a player's games", `{"game":"klondike","seed":"solvitaire:1","won":true,"score":52}`, "", `line 1: verdict: "" is not`},
		{"neither won nor lost", `{"game":"klondike","seed":"solvitaire:1","won":"yes"}`, "yan", `line 1: won: "yes" is neither`},
		{"another player", `{"game":"klondike","seed":"solvitaire:1","won":true,"player":"yan n=2"}`, "yan", "line 1: player: yan n=2, but yan was given"},
		{"an endless line", "game,seed,verdict\n" + strings.Repeat("x", 2*maxLine), "", "line longer than 1048576 bytes"},
		{"quotes without end", "game,seed,verdict\nklondike,solvitaire:1,\"" + strings.Repeat("winnable\n", maxLine/4), "", "line longer than 1048576 bytes"},
	} {
		r := &Reader{Player: test.player}
		err := r.Read("file", strings.NewReader(test.text))
		if err == nil {
			_, _, err = r.Sets()
		}
		if err == nil || !strings.Contains(err.Error(), test.err) || !strings.Contains(err.Error(), "file") {
			t.Errorf("%s: %v", test.what, err)
		}
	}
	r := &Reader{}
	if err := r.Read("file", strings.NewReader(header+strings.Repeat("klondike,solvitaire:x,winnable,,-1,,\n", 50))); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Sets(); err == nil || !strings.HasPrefix(err.Error(), "50 lines are wrong") || strings.Count(err.Error(), "\n") != maxReported {
		t.Errorf("many mistakes: %v", err)
	}
}

// TestWrittenAndRead reads what a Writer writes.
func TestWrittenAndRead(t *testing.T) {
	klondike, _ := rules.Lookup("klondike")
	for player, results := range map[string][]Result{
		"": {
			{Seed: 3, Verdict: solver.Winnable, States: 4123, Elapsed: 1900 * time.Microsecond, Length: 112, Engine: "v1"},
			{Seed: 4, Verdict: solver.Unknown, Reason: solver.Memory, States: 7, Elapsed: time.Second, Engine: "v1"},
			{Seed: 5, Verdict: solver.Winnable, Inferred: true, Engine: "v2"},
			{Seed: 6, Verdict: solver.Unwinnable, States: 1, Engine: "v2"},
		},
		"yan n=2": {
			{Seed: 3, Won: true, Score: 52, Elapsed: time.Millisecond, Length: 120, Engine: "v1"},
			{Seed: 4, Score: 3, Length: 20, Engine: "v1"},
		},
	} {
		var file bytes.Buffer
		w := NewWriter(&file, &Campaign{Plan: Plan{Game: "klondike", Seeds: Seeds{Scheme: "solvitaire"}, Player: player}, PlayedBy: player})
		for i := range results {
			if err := w.Write(&results[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		r := &Reader{Player: player, Game: "klondike", Rules: &klondike.Rules, Ours: true}
		if err := r.Read("file", io.MultiReader(strings.NewReader("\uFEFF"), &file)); err != nil { // some editors write a mark
			t.Fatal(err)
		}
		sets, again, err := r.Sets()
		if err != nil || len(sets) != 1 || again != 0 || len(r.Ignored) != 0 || !reflect.DeepEqual(sets[0].Results, results) {
			t.Fatalf("%+v, %d, %v", sets, again, err)
		}
		if s := sets[0]; s.Game != "klondike" || s.Scheme != "solvitaire" || !s.Has("solvitaire:3") || s.Has("solvitaire:9") || s.Has("microsoft:3") {
			t.Errorf("%+v", s)
		}
	}
}

// FuzzResults checks that whatever is read from a file can be stored.
func FuzzResults(f *testing.F) {
	f.Add([]byte("game,seed,verdict,because,seconds,states,length\nklondike,solvitaire:2,winnable,,0.5,1000,140\n"), false)
	f.Add([]byte("seed,game,won,score\nsolvitaire:2,klondike,true,52\nsolvitaire:2,klondike,true,52\n"), true)
	f.Add([]byte(`{"game":"free-cell","seed":"microsoft:2","verdict":"unknown","because":"states","seconds":1e-3}`+"\n"), false)
	f.Add([]byte("\x1f\x8b\x08\x00"), false)
	f.Fuzz(func(t *testing.T, text []byte, player bool) {
		who := ""
		if player {
			who = "greedy"
		}
		r := &Reader{Player: who}
		if err := r.Read("file", bytes.NewReader(text)); err != nil {
			return
		}
		sets, again, err := r.Sets()
		if (err != nil) != (r.wrongLines > 0) {
			t.Fatalf("%v, with %d lines wrong", err, r.wrongLines)
		}
		n := again
		for _, set := range sets {
			n += len(set.Results)
			for i, result := range set.Results {
				if i > 0 && result.Seed <= set.Results[i-1].Seed {
					t.Errorf("seed %d after %d", result.Seed, set.Results[i-1].Seed)
				}
				if result.Elapsed < 0 || result.States < 0 || result.Length < 0 || (result.Verdict == "") != player {
					t.Errorf("%+v", result)
				}
			}
		}
		if lines := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 1; n > lines && !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
			t.Errorf("%d results in %d lines", n, lines)
		}
	})
}
