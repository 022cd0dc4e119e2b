package main

import (
	"fmt"
	"net/http"
	"time"
)

// poolCommand measures how quickly the service hands out winnable deals.
type poolCommand struct {
	serviceFlags `embed:""`
	Game         string        `help:"Game of the deals." default:"klondike"`
	Deals        int           `help:"Number of deals, one at a time, of each difficulty in turn." default:"500"`
	Patience     time.Duration `help:"How long to wait for the first deal." default:"2m"`
}

func (b *poolCommand) Run(c console) error {
	return b.with(c, func(s *service) error {
		var took times
		path := "/v1/games/" + b.Game + "/winnable-deals?difficulty="
		for start := time.Now(); len(took) < b.Deals; {
			asked := time.Now()
			r, err := s.call(c.ctx, path+[]string{"easy", "medium", "hard", "expert"}[len(took)%4], "")
			switch {
			case err != nil:
				return err
			case r.status == http.StatusOK:
				took = append(took, time.Since(asked))
			case r.status != http.StatusServiceUnavailable || time.Since(start) > b.Patience:
				return fmt.Errorf("%s: status %d: %s", path, r.status, r.body)
			default: // the pool is being filled
				if err := pause(c.ctx, time.Second); err != nil {
					return err
				}
			}
		}
		t := newTable("pool | deals handed out | p50 ms | p95 ms | p99 ms | max ms | load")
		t.row(b.Game, len(took), took.quantiles(.5, .95, .99, 1), load())
		return t.write(c.out)
	}, "--pool-size", "10")
}
