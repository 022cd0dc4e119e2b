package solver_test

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestNumbered(t *testing.T) {
	p, err := solver.Numbered("free-cell", "microsoft:11982")
	if err != nil || p.ID() != "1-a9c63d6349858185066b97f20c4a7759" {
		t.Errorf("%v, %v", p, err)
	}
	for _, c := range []struct{ game, seed, want string }{
		{"free", "microsoft:1", `unknown game "free"`},
		{"free-cell", "microsoft:0", "is not a number of scheme microsoft"},
		{"free-cell", "greenfelt:1", "scheme greenfelt"},
	} {
		if p, err := solver.Numbered(c.game, c.seed); p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, %v", c.game, c.seed, p, err)
		}
	}
}
