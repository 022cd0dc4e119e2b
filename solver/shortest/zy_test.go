package shortest
import (
	"context"
	"testing"
	"time"
	"fmt"
	"strings"
	"os"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/arena"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)
func TestZY(t *testing.T) {
	data, _ := os.ReadFile("/tmp/shortest/mk.txt")
	e := New(arena.New(1 << 30))
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Fields(line)
		name := "klondike-draw-"+f[1]
		if f[2]=="false" { name += "-no-worrying-back" }
		g, ok := rules.Lookup(name)
		if !ok { t.Fatal(name) }
		at, err := notation.ReadDeal("klondike-solver", f[3], &g.Rules)
		if err != nil { t.Fatal(err) }
		p := solver.NewProblem(g.Rules, at)
		ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
		start := time.Now()
		r := e.Shortest(ctx, p, nil, solver.Budget{})
		cancel()
		fmt.Printf("%s %s want %s got %d bound %d proven %v states %d %.2fs\n", name, "", f[0], game.Length(r.Line), r.Bound, r.Proven, r.States, time.Since(start).Seconds())
	}
}
