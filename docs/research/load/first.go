package main

import (
	"fmt"
	"net/http"
	"time"
)

// firstCommand measures new verdicts, one after the other, and how long their solutions are at once
// and when the service has shortened them.
type firstCommand struct {
	serviceFlags
	Games []string `help:"Games to ask about." default:"klondike,klondike-draw-1,free-cell"`
	Deals int      `help:"Deals of each game, with and without a solution." default:"500"`
	First int      `help:"First deal, solvitaire:N; draw sizes of Klondike get deals of their own." default:"4000001"`
}

// verdictAnswer is what first needs of an answer of /v1/solve.
type verdictAnswer struct {
	Verdict  string
	Source   string
	Solution *struct{ Length int }
	Search   struct {
		Elapsed    float64 `json:"elapsed_ms"`
		Shortening float64 `json:"shortening_ms"`
	}
}

func (b *firstCommand) Run(c console) error {
	return b.with(c, func(s *service) error {
		t := newTable("game | solution | verdicts | p50 ms | p99 ms | search p50 ms | p99 ms | shortening p50 ms | p99 ms | length at once | later | load")
		for _, game := range b.Games {
			for _, solution := range []bool{false, true} {
				if err := b.measure(c, s, &t, game, solution); err != nil {
					return err
				}
			}
		}
		return t.write(c.out)
	})
}

// measure asks about new deals, and adds a row to the table.
func (b *firstCommand) measure(c console, s *service, t *table, game string, solution bool) error {
	var all, search, shortening times
	var questions []string
	atOnce, later, won := 0, 0, 0
	for range b.Deals {
		question := fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","solution":%t}`, game, b.First, solution)
		b.First++
		var a verdictAnswer
		began := time.Now()
		if _, err := s.fetch(c.ctx, "/v1/solve", question, http.StatusOK, &a); err != nil {
			return err
		}
		took := time.Since(began)
		if a.Source != "search" {
			return fmt.Errorf("%s is not new: %s", question, a.Source)
		}
		all, search = append(all, took), append(search, milliseconds(a.Search.Elapsed))
		if a.Solution != nil {
			shortening = append(shortening, milliseconds(a.Search.Shortening))
			atOnce, won = atOnce+a.Solution.Length, won+1
			questions = append(questions, question)
		}
	}
	if err := s.settle(c); err != nil {
		return err
	}
	for _, question := range questions {
		var a verdictAnswer
		if _, err := s.fetch(c.ctx, "/v1/solve", question, http.StatusOK, &a); err != nil {
			return err
		}
		later += a.Solution.Length
	}
	mean := func(sum int) string {
		if won == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f", float64(sum)/float64(won))
	}
	t.row(game, solution, len(all), all.quantiles(.5, .99), search.quantiles(.5, .99), shortening.quantiles(.5, .99), mean(atOnce), mean(later), load())
	return nil
}

// settle waits until the service needs no processor: it has shortened what it was asked for.
func (s *service) settle(c console) error {
	for {
		before, err := s.cpuSeconds(c.ctx)
		if err != nil {
			return err
		}
		if err := pause(c.ctx, time.Second); err != nil {
			return err
		}
		if after, err := s.cpuSeconds(c.ctx); err != nil || after-before < 0.05 {
			return err
		}
	}
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }
