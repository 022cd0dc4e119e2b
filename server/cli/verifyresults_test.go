package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// packedFile writes a file with verdicts of Klondike's first deals: w, l, ? and . for a deal that is
// not counted.
func packedFile(t *testing.T, player, verdicts string) string {
	t.Helper()
	klondike, _ := rules.Lookup("klondike")
	r := &packed.Range{
		Subject: packed.Subject{Game: "klondike", Rules: string(klondike.Rules.Canonical()), Player: player, Scheme: "solvitaire", Epoch: solver.Epoch},
		Method:  packed.Method{Engine: "v0", States: 100_000}, First: 1,
	}
	for _, v := range verdicts {
		r.Append(map[rune]packed.Verdict{'w': packed.Winnable, 'l': packed.Unwinnable, '?': packed.Unknown, '.': packed.NotCounted}[v])
	}
	var content bytes.Buffer
	if err := packed.Write(&content, r); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "klondike.gz")
	if err := os.WriteFile(name, content.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestVerifyResults solves deals of files again that are right, that leave something open, and
// that are wrong.
func TestVerifyResults(t *testing.T) {
	// Of the deals 1 to 20, 15 and 19 are among those that can't be won.
	const right = ".w............l...l."
	small := []string{"verify-results", "--memory", "64MiB", "--jobs", "1"}
	for name, test := range map[string]struct {
		verdicts string
		args     []string
		status   int
		want     string
	}{
		"right":             {right, nil, exitDone, `^3 deals solved again \(--seed \d+\): 3 with the same verdict, 0 unknown again, 0 decided only now, 0 not decided now, 0 contradictions\n$`},
		"a sample of two":   {right, []string{"--sample", "2", "--seed", "7"}, exitDone, `^2 deals solved again \(--seed 7\): 2 with`},
		"unknown before":    {".?............l...?.", nil, exitDone, ` 1 with the same verdict, 0 unknown again, 2 decided only now`},
		"with fewer states": {right, []string{"--states", "1"}, exitDone, `[12] not decided now, 0 contradictions`},
		"wrong":             {".w............w...l.", nil, exitInternal, `1 contradictions\nklondike solvitaire:15 is unwinnable, and winnable in the file, by engine v0\n$`},
	} {
		t.Run(name, func(t *testing.T) {
			got := command(t, "", append(append(small[:len(small):len(small)], packedFile(t, "", test.verdicts)), test.args...)...)
			if got.status != test.status || !regexp.MustCompile(test.want).MatchString(got.out) {
				t.Errorf("%+v", got)
			}
		})
	}
	content, err := os.ReadFile(packedFile(t, "", right))
	if err != nil {
		t.Fatal(err)
	}
	for where, marked := range map[string]string{"the header": zipped(t, "\uFEFF"+unzipped(t, content)), "the file": "\uFEFF" + string(content)} {
		if got := command(t, "", append(small, write(t, marked))...); got.status != exitDone || !strings.Contains(got.out, ": 3 with the same verdict") {
			t.Errorf("a byte order mark before %s: %+v", where, got)
		}
	}
	both := append(small, packedFile(t, "", right), packedFile(t, "greedy", "wwl"))
	if got := command(t, "", both...); got.status != exitDone || !strings.HasSuffix(got.out, "3 games of players are left out\n") {
		t.Errorf("%+v", got)
	}
	if got := command(t, "", append(small, packedFile(t, "greedy", "wwl"))...); got.status != exitUsage || !strings.Contains(got.err, "no solved deals") {
		t.Errorf("%+v", got)
	}
	for _, wrong := range []string{write(t, "not packed"), "chess", filepath.Join(t.TempDir(), "golf")} {
		if got := command(t, "", append(small, wrong)...); got.status != exitUsage {
			t.Errorf("%s: %+v", wrong, got)
		}
	}
	shipped := command(t, "", "verify-results", "--memory", "64MiB", "--jobs", "1", "--sample", "3", "--states", "1000", "golf")
	if shipped.status != exitDone || !strings.HasPrefix(shipped.out, "3 deals solved again") || !strings.Contains(shipped.out, " 0 contradictions\n") {
		t.Errorf("%+v", shipped)
	}
}
