package e2e

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/cli"
)

// small limits the memory of a command's tables.
const small = "--memory=32MiB"

// The exit statuses of a command.
const (
	exitDone     = 0
	exitUsage    = 2
	exitInternal = 4
)

// ran is the outcome of a command.
type ran struct {
	status   int
	out, err string
}

// command runs a command in this process; in is its standard input.
func command(t *testing.T, in string, args ...string) ran {
	t.Helper()
	// The limit ends a service that should have refused to start.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var out, err bytes.Buffer
	status := cli.Run(ctx, args, strings.NewReader(in), &out, &err)
	return ran{status, out.String(), err.String()}
}

// write writes a file for a command to read and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// TestForget deletes stored verdicts of earlier epochs.
func TestForget(t *testing.T) {
	dir := t.TempDir()
	l := launch(t, nil, "--data-dir", dir)
	a := l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	l.stop(t)
	if got := command(t, "", "forget", "--data-dir", dir, "--before", "2"); got.status != exitDone || got.out != "deleted 1 verdicts of epochs before 2\n" {
		t.Errorf("%+v", got)
	}
	l = launch(t, nil, "--data-dir", dir)
	var problem struct{ Type string }
	l.read(t, "/v1/deals/"+a.ID, "", http.StatusNotFound, &problem)
}

// TestSameAnswers checks that commands with --json write what the service answers, apart from
// times.
func TestSameAnswers(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--search-threads", "1") // several count other states, if the first is slow
	const tiny = `{"max rank":2,"tableau piles":{"count":4}}`
	const cards = `{"tableau piles":[["2S","AS"],["2C","AC"],["2H","AH"],["2D","AD"]]}`
	moves := `[{"action":"move","from":"tableau/1","to":"foundation/S","cards":["AS"]}]`
	illegal := `[{"action":"draw","count":3}]`
	won := l.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`)
	if won.Solution == nil {
		t.Fatalf("%+v", won)
	}
	for _, test := range []struct {
		path, body string
		args       []string
	}{
		{"/v1/games", "", []string{"games"}},
		{"/v1/games/free-cell", "", []string{"games", "free-cell"}},
		{"/v1/games/free-cell/deals/microsoft:617", "", []string{"deal", "--game", "free-cell", "--seed", "microsoft:617"}},
		{"/v1/solve", `{"game":"klondike","seed":"solvitaire:19"}`, []string{"solve", small, "--game", "klondike", "--seed", "solvitaire:19"}},
		// Without an objective, the service shortens a solution later, the command at once.
		{"/v1/solve", `{"game":"klondike-draw-3","seed":"solvitaire:4","objective":"short","states":5000}`, []string{"solve", small, "--game", "klondike-draw-3", "--seed", "solvitaire:4", "--objective", "short", "--states", "5000"}},
		{"/v1/solve", `{"game":"forty-thieves","seed":"solvitaire:1","states":100}`, []string{"solve", small, "--game", "forty-thieves", "--seed", "solvitaire:1", "--states", "100"}},
		{"/v1/solve", `{"rules":` + tiny + `,"deal":` + cards + `}`, []string{"solve", small, "--rules", write(t, tiny), "--deal", write(t, cards)}},
		{"/v1/replay", `{"rules":` + tiny + `,"deal":` + cards + `,"moves":` + moves + `}`, []string{"replay", "--rules", write(t, tiny), "--deal", write(t, cards), "--moves", write(t, moves)}},
		{"/v1/replay", `{"game":"free-cell","seed":"microsoft:1","moves":` + illegal + `}`, []string{"replay", "--game", "free-cell", "--seed", "microsoft:1", "--moves", write(t, illegal)}},
		{"/v1/replay", `{"game":"klondike","seed":"solvitaire:2","moves":` + string(won.Solution.Moves) + `}`, []string{"replay", "--game", "klondike", "--seed", "solvitaire:2", "--moves", write(t, string(won.Solution.Moves))}},
	} {
		t.Run(test.path, func(t *testing.T) {
			r, err := l.call(test.path, test.body)
			if err != nil || r.status != http.StatusOK {
				t.Fatalf("%d %s %v", r.status, r.body, err)
			}
			got := command(t, "", append(test.args, "--json")...)
			if got.status == exitUsage || got.status == exitInternal || got.err != "" {
				t.Fatalf("%+v", got)
			}
			elapsed := regexp.MustCompile(`"(elapsed|shortening)_ms":[\d.]+`)
			if said, want := elapsed.ReplaceAllString(got.out, ""), elapsed.ReplaceAllString(string(r.body), ""); said != want {
				t.Errorf("the command writes\n%sthe service answers\n%s", said, want)
			}
		})
	}
}
