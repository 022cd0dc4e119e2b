package proofs

import (
	"context"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

// solveFor bounds the search of an engine for a win.
const solveFor = 10 * time.Second

// win looks for a win of a problem that the writer of proofs takes for winnable: by the engines, and
// if they find none, among all states that the referee allows, up to the limit. The writer alone is no
// witness: where it gives up on a position that somebody has made up for that, it says the same.
func (s *Service) win(clock *solver.Clock, p *solver.Problem) bool {
	left, _ := clock.Left()
	short, cancel := context.WithTimeout(clock.Context(), min(left, solveFor))
	found, err := s.Solve(short, p)
	cancel()
	if err == nil && found.Verdict == solver.Winnable && found.Verify(p) == nil {
		return true
	}
	position := p.Position()
	return s.walk(clock, proof.NewTable(p.Rules(), &position))
}

// walk goes through the states of a table in depth, and reports whether it comes to one that is won.
func (s *Service) walk(clock *solver.Clock, table *proof.Table) bool {
	type step struct {
		by   proof.Way
		left []proof.Way
	}
	seen := map[string]bool{string(table.Key()): true}
	path := []step{{left: table.Ways()}}
	for len(path) > 0 && len(seen) < s.States && (len(seen)%1024 != 0 || clock.StopReason() == solver.NoReason) {
		top := &path[len(path)-1]
		if len(top.left) == 0 {
			if len(path) > 1 {
				table.Back(top.by)
			}
			path = path[:len(path)-1]
			continue
		}
		way := top.left[0]
		top.left = top.left[1:]
		if table.Go(way) != nil {
			return false // the table is wrong about its own ways
		}
		if table.Won() {
			return true
		}
		if key := string(table.Key()); !seen[key] {
			seen[key] = true
			path = append(path, step{way, table.Ways()})
			continue
		}
		table.Back(way)
	}
	return false
}
