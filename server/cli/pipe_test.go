package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// winning are a deal that a player wins for each format of moves of other programs.
var winning = map[string][]string{
	"text":             {"klondike", "5", "yan"},
	"json":             {"klondike", "5", "yan"},
	"klondike-solver":  {"klondike", "5", "yan"},
	"minimal-klondike": {"klondike", "5", "yan"},
	"fc-solve":         {"free-cell", "microsoft:24", "hindsight"},
}

// TestOutputIsRead pipes the whole output of solve, play and convert into replay, in each format that it reads.
func TestOutputIsRead(t *testing.T) {
	for format, deal := range winning {
		cards := []string{"--game", deal[0], "--seed", deal[1]}
		in := []string{"--moves", "-"}
		solve, play := []string{"--json"}, []string{"--json"}
		if format != "json" {
			in = append(in, "--moves-format", format)
			solve, play = []string{"--solution-format", format}, []string{"--moves-format", format}
		}
		run := func(stdin, name string, args ...[]string) string {
			t.Helper()
			all := append([]string{name}, cards...)
			for _, a := range args {
				all = append(all, a...)
			}
			got := command(t, stdin, all...)
			if got.status != exitDone || got.err != "" {
				t.Errorf("%s: %+v", all, got)
			}
			return got.out
		}
		solved := run("", "solve", []string{small}, solve)
		outputs := map[string]string{
			"solve":               solved,
			"solve, in CR LF":     strings.ReplaceAll(solved, "\n", "\r\n"),
			"solve, after a mark": "\uFEFF" + solved,
			"play":                run("", "play", []string{small, "--player", deal[2]}, play),
		}
		bound := 9
		for name, proven := range map[string]reply.Solution{"solve, with a bound": {LowerBound: &bound}, "solve, shortest": {ProvenShortest: true}} {
			outputs[name] = regexp.MustCompile(`(?m)^(\d+ moves.*):$`).ReplaceAllString(solved, "${1}"+provenLength(&proven)+":")
		}
		for _, to := range []string{"json", "pysol"} {
			outputs["convert to "+to] = run(solved, "convert", in, []string{"--to", to, "--moves-to", format})
		}
		for name, output := range outputs {
			if got := run(output, "replay", in); !strings.HasPrefix(got, "won in ") {
				t.Errorf("%s, %s: %s\nfrom %s", format, name, got, output)
			}
		}
	}
}

// TestNoMovesToRead replays output that has no moves, or moves of which some would be lost.
func TestNoMovesToRead(t *testing.T) {
	const solved = "winnable: 44 states in 0.2 ms\n2 moves:\n  1. draw 1\n  2. draw 1\n"
	for text, want := range map[string]string{
		"unwinnable (search): 44 states in 0.2 ms\nAll states.\n": `moves: "unwinnable (search): 44 states in 0.2 ms" comes from a search that found no solution`,
		"unknown (deadline): 44 states in 0.2 ms\n":               `moves: "unknown (deadline): 44 states in 0.2 ms" comes from a search that found no solution`,
		"1. draw 1\n" + solved:                                    `moves step 2: "winnable: 44 states in 0.2 ms": not a move`,
		solved + solved:                                           `moves step 3: "winnable: 44 states in 0.2 ms": not a move`,
	} {
		if got := command(t, text, "replay", "--game", "klondike", "--seed", "2", "--moves", "-", "--moves-format", "text"); got.status != exitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	deal := command(t, "", "deal", "--game", "klondike", "--seed", "2").out
	for _, text := range []string{solved, deal + "\n" + solved} {
		if got := command(t, text, "replay", "--game", "klondike", "--seed", "2", "--moves", "-"); got.status != exitUsage || !strings.Contains(got.err, "name the format of text moves with --moves-format") {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if got := command(t, "[1", "replay", "--game", "klondike", "--seed", "2", "--moves", "-"); !strings.Contains(got.err, "moves[0]: unexpected end of JSON") {
		t.Errorf("%+v", got)
	}
}

// TestTextInJSON checks that --json has the moves as text if a format is named, and only then.
func TestTextInJSON(t *testing.T) {
	for _, test := range []struct{ name, flag string }{{"solve", "--solution-format"}, {"play", "--moves-format"}} {
		args := []string{test.name, small, "--game", "klondike", "--seed", "5", "--json"}
		if test.name == "play" {
			args = append(args, "--player", "yan")
		}
		if got := command(t, "", args...); got.status != exitDone || strings.Contains(got.out, `"text":`) {
			t.Errorf("%s: %+v", test.name, got)
		}
		for format, first := range map[string]string{"text": "  1. ", "klondike-solver": ""} {
			want := fmt.Sprintf(`"text":"%s`, first)
			if got := command(t, "", append(args, test.flag, format)...); got.status != exitDone || !strings.Contains(got.out, want) {
				t.Errorf("%s in %s: no %s in %+v", test.name, format, want, got)
			}
		}
	}
}
