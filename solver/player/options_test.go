package player_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// optional is a kind with options of every sort.
var optional = player.Kind{
	Name: "optional",
	Options: []player.Option{
		{Name: "n", Least: 0, Most: 5, Default: 1},
		{Name: "limit", Least: 1, Most: 1000, Default: -1},
		{Name: "score", Words: []string{"sum", "mean"}, Default: 1},
	},
	Check: func(o player.Options) (option, detail string) {
		if o["n"] == 0 && o["limit"] > 0 {
			return "limit", "without n there is nothing to limit"
		}
		return "", ""
	},
}

// TestOptions parses options, and writes them back.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		line  string
		want  player.Options
		title string
		all   map[string]any
	}{
		{"", player.Options{"n": 1, "limit": -1, "score": 1}, "optional", map[string]any{"n": int64(1), "score": "mean"}},
		{"n=1 score=mean", player.Options{"n": 1, "limit": -1, "score": 1}, "optional", map[string]any{"n": int64(1), "score": "mean"}},
		{"score=sum n=5", player.Options{"n": 5, "limit": -1, "score": 0}, "optional n=5 score=sum", map[string]any{"n": int64(5), "score": "sum"}},
		{"limit=7", player.Options{"n": 1, "limit": 7, "score": 1}, "optional limit=7", map[string]any{"n": int64(1), "limit": int64(7), "score": "mean"}},
	} {
		got, err := optional.ParseOptions(strings.Fields(test.line))
		if err != nil || !maps.Equal(got, test.want) || optional.Title(got) != test.title {
			t.Errorf("%s: %v, %s, %v", test.line, got, optional.Title(got), err)
		}
		if all := optional.AllOptions(got); !reflect.DeepEqual(all, test.all) {
			t.Errorf("%s: all options %v", test.line, all)
		}
		for _, values := range []map[string]any{optional.NonDefaultOptions(got), optional.AllOptions(got)} {
			if again, err := optional.ReadOptions(values); err != nil || !maps.Equal(again, got) {
				t.Errorf("%s: %v: %v, %v", test.line, values, again, err)
			}
		}
	}
}

// TestInvalidOptions checks the errors of invalid options.
func TestInvalidOptions(t *testing.T) {
	for line, want := range map[string]string{
		"n=6":                    "n: 6 is out of range: must be 0–5",
		"n=-1":                   "n: -1 is out of range: must be 0–5",
		"n=one":                  "n: expected a whole number, found the string \"one\"",
		"n=1.5":                  "n: expected a whole number, found the string \"1.5\"",
		"n=":                     "n: expected a whole number, found the string \"\"",
		"score=most":             "score: \"most\" is not one of: sum, mean",
		"score=1":                "score: must be one of: sum, mean",
		"m=1":                    "m: unknown field; allowed: n, limit, score",
		"n=0 limit=5":            "limit: without n there is nothing to limit",
		"n=1 n=2":                "n is given twice",
		"n":                      `"n": must be name=value`,
		"n=99999999999999999999": "n: expected a whole number, found the string \"99999999999999999999\"",
	} {
		o, err := optional.ParseOptions(strings.Fields(line))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v", line, o, err)
		}
		if o != nil && line != "n=0 limit=5" && optional.Title(o) != "optional" { // an invalid value counts as the default
			t.Errorf("%s: %s", line, optional.Title(o))
		}
	}
	node, err := strict.Parse([]byte(`{"options":{"n":1e3,"limit":null,"score":["sum"]}}`), "")
	if err != nil {
		t.Fatal(err)
	}
	optional.DecodeOptions(node.Object("options")["options"])
	if node.ErrorCount() != 3 {
		t.Errorf("%v", node.Err())
	}
}

// TestRefusal checks the texts for games that a kind does not play.
func TestRefusal(t *testing.T) {
	golf, _ := rules.Lookup("golf")
	klondike, _ := rules.Lookup("klondike")
	kind := player.Kind{Name: "draws", Plays: func(r *rules.Rules) bool {
		return r.Stock.Count == 3 && r.Foundations.Present && r.Stock.Redeals == rules.Unlimited
	}}
	if refusal := kind.Refusal(&golf.Rules); !strings.HasPrefix(refusal, "draws does not play this game; it plays ") {
		t.Errorf("golf: %q", refusal)
	}
	if refusal := kind.Refusal(&klondike.Rules); refusal != "" {
		t.Errorf("klondike: %s", refusal)
	}
	kind.Plays = func(*rules.Rules) bool { return false }
	if refusal := kind.Refusal(&golf.Rules); refusal != "draws does not play this game" {
		t.Errorf("nothing: %q", refusal)
	}
	if refusal := player.Greedy.Refusal(&golf.Rules); refusal != "" {
		t.Errorf("greedy: %s", refusal)
	}
}
