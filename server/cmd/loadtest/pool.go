package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// poolCommand measures how quickly the service hands out winnable deals.
type poolCommand struct {
	serviceFlags `embed:""`
	Game         string        `help:"Of which game." default:"klondike"`
	Deals        int           `help:"How many, one at a time, of each difficulty in turn." default:"500"`
	Patience     time.Duration `help:"How long to wait for the first one." default:"2m"`
}

func (b *poolCommand) Run(c console) (err error) {
	s, err := b.start(c, "--pool-size", "10")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	var took times
	path := "/v1/games/" + b.Game + "/winnable-deals"
	for start := time.Now(); len(took) < b.Deals; {
		asked := time.Now()
		r, err := s.call(c.ctx, path+"?difficulty="+url.QueryEscape([]string{"easy", "medium", "hard", "expert"}[len(took)%4]), "")
		switch {
		case err != nil:
			return err
		case r.status == http.StatusOK:
			took = append(took, time.Since(asked))
		case r.status != http.StatusServiceUnavailable || time.Since(start) > b.Patience:
			return fmt.Errorf("%s: status %d: %s", path, r.status, r.body)
		default: // it is looking for some
			if err := pause(c.ctx, time.Second); err != nil {
				return err
			}
		}
	}
	q := took.quantiles(.5, .95, .99, 1)
	rows, t := csv.NewWriter(c.out), table{}
	_ = rows.Write([]string{"game", "deals", "p50_ms", "p95_ms", "p99_ms", "max_ms", "load"})
	_ = rows.Write(append(append([]string{b.Game, strconv.Itoa(len(took))}, q...), load()))
	rows.Flush()
	t.row("pool", "deals handed out", "p50 ms", "p95 ms", "p99 ms", "most ms", "load")
	t.row(b.Game, len(took), q[0], q[1], q[2], q[3], load())
	t.write(c.err)
	return rows.Error()
}
