package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
)

// playOf runs the command play on a deal of Klondike, with small tables.
func playOf(t *testing.T, args ...string) ran {
	t.Helper()
	return command(t, "", append([]string{"play", small, "--game", "klondike"}, args...)...)
}

func TestPlay(t *testing.T) {
	text := playOf(t, "--player", "greedy", "--seed", "solvitaire:7")
	if text.status != exitDone || text.err != "" || !regexp.MustCompile(`^greedy lost: it found no move worth making; score \d+; \d+\.\d ms
it saw the cards that lay face up, and of the stock what had been turned before
\d+ moves and \d+ redeals:
  1\. .*\n  2\. `).MatchString(text.out) {
		t.Errorf("%+v", text)
	}
	got := playOf(t, "--player", "greedy", "--seed", "solvitaire:7", "--json")
	var answer moves.PlayAnswer
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil || got.status != exitDone {
		t.Fatalf("%+v: %v", got, err)
	}
	if answer.Player != "greedy" || answer.Information != "hidden" || answer.PlayerSeed != 1 || answer.Text != "" || !strings.Contains(text.out, fmt.Sprintf("score %d; ", answer.Score)) || !strings.Contains(text.out, "\n"+counted("move", answer.Length, answer.Redeals)+":\n") {
		t.Errorf("JSON %+v, text %s", answer, text.out)
	}
	if again := command(t, got.out, "replay", "--game", "klondike", "--seed", "solvitaire:7", "--moves", "-"); again.out != counted("legal move", answer.Length, answer.Redeals)+", and the game is not won\n" {
		t.Errorf("replayed: %+v", again)
	}
	if other := playOf(t, "--player", "random", "--seed", "solvitaire:7", "--player-seed", "2"); other.out == playOf(t, "--player", "random", "--seed", "solvitaire:7").out {
		t.Errorf("with another seed: %+v", other)
	}
	cards := write(t, command(t, "", "deal", "--game", "klondike", "--seed", "solvitaire:7").out)
	if same := playOf(t, "--player", "greedy", "--deal", cards, "--json"); same.status != exitDone || !strings.Contains(same.out, string(answer.ID)) {
		t.Errorf("%+v", same)
	}
	stopped := playOf(t, "--player", "hindsight", "--seed", "solvitaire:7", "--deadline", "1ms")
	if stopped.status != exitUnknown || !strings.HasPrefix(stopped.out, "hindsight was stopped by the deadline; score ") {
		t.Errorf("%+v", stopped)
	}
}

func TestPlayRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"missing flags: --player=NAME":                             {"--seed", "solvitaire:7"},
		"player: unknown player \"nobody\"":                        {"--seed", "solvitaire:7", "--player", "nobody"},
		"--option: n: unknown field":                               {"--seed", "solvitaire:7", "--player", "greedy", "--option", "n=1"},
		"seed: \"9999999999\" is not a number of scheme greenfelt": {"--seed", "greenfelt:9999999999", "--player", "greedy"},
		"deadline_ms: 0 is out of range: must be at least 1":       {"--seed", "solvitaire:7", "--player", "greedy", "--deadline", "0s"},
		"player_seed: -1 is out of range":                          {"--seed", "solvitaire:7", "--player", "greedy", "--player-seed=-1"},
		"moves_format: fc-solve can't express":                     {"--seed", "solvitaire:7", "--player", "greedy", "--moves-format", "fc-solve"},
	} {
		if got := playOf(t, args...); got.status != exitUsage || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestPlayers checks that every player is listed with its options.
func TestPlayers(t *testing.T) {
	list := command(t, "", "players")
	var answer moves.PlayerList
	if err := json.Unmarshal([]byte(command(t, "", "players", "--json").out), &answer); err != nil || len(answer.Players) != len(roster.Kinds()) {
		t.Errorf("%+v: %v", answer, err)
	}
	for _, k := range roster.Kinds() {
		if !regexp.MustCompile(`(?m)^` + k.Name + ` +` + regexp.QuoteMeta(k.Summary) + `$`).MatchString(list.out) {
			t.Errorf("%s missing in\n%s", k.Name, list.out)
		}
		for _, o := range k.Options {
			if !strings.Contains(list.out, "\n  "+o.Name+"=") || !strings.Contains(list.out, o.Summary) {
				t.Errorf("%s of %s missing in\n%s", o.Name, k.Name, list.out)
			}
		}
	}
}
