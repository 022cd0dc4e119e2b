package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTutorial does the steps of docs/build/own-rules.md that deal, solve and replay, and compares what the
// commands print with the page.
func TestTutorial(t *testing.T) {
	text, err := os.ReadFile("../../docs/build/own-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	page := string(text)
	rules := regexp.MustCompile("(?s)\n```json\n(.*?)```").FindStringSubmatch(page)[1]
	for name, text := range map[string]string{"harbour.json": rules, "wrong.json": strings.Replace(rules, "kings", "king", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	steps := regexp.MustCompile("(?m)^\\$ thoughtful ((?:deal|solve|replay) .*)\n((?:[^$`].*\n)*)").FindAllStringSubmatch(page, -1)
	if len(steps) != 3 {
		t.Fatalf("%d steps, want 3", len(steps))
	}
	for _, step := range steps {
		args, file, written := strings.Cut(step[1], " > ")
		got := command(t, "", strings.Fields(args)...)
		switch {
		case got.status != 0:
			t.Errorf("%s: %+v", args, got)
		case !written && got.out != step[2]:
			t.Errorf("%s\nprints %s\nthe page has\n%s", args, got.out, step[2])
		case written:
			if err := os.WriteFile(file, []byte(got.out), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := command(t, "", "deal", "--rules", "wrong.json", "--seed", "solvitaire:1"); got.status != 2 || !strings.Contains(page, "\n"+got.err) {
		t.Errorf("the page does not have %+v", got)
	}
}
