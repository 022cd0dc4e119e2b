package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// cachedCommand measures how quickly the service answers what it remembers.
type cachedCommand struct {
	serviceFlags `embed:""`
	Deals        int           `help:"Deals of Klondike, and as many of FreeCell, that are asked about." default:"100"`
	Clients      []int         `help:"Clients at a time, each with a connection of its own." default:"1,8,64"`
	Turn         time.Duration `help:"How long each server is asked before it is the other's turn." default:"1s"`
	Rounds       int           `help:"Turns of each." default:"6"`
	Answers      []string      `help:"What is asked for: the verdict alone, the solution with it, or that in words that were not used lately." enum:"verdict,solution,reworded" default:"verdict,solution,reworded"`
}

// remembered is a run of turns of one server.
type remembered struct {
	times   times
	seconds float64
	cpu     float64
}

func (b *cachedCommand) Run(c console) (err error) {
	s, err := b.start(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	rows := csv.NewWriter(c.out)
	_ = rows.Write([]string{"answer", "bytes", "clients", "server", "requests", "seconds", "per_second", "p50_ms", "p99_ms", "cpu_us_each", "load"})
	t := table{}
	t.row("answer", "clients", "requests a second, bare", "service", "share", "p50 ms, bare", "service", "p99 ms, bare", "service", "CPU µs a request, bare", "service", "share", "load")
	for _, what := range b.Answers {
		questions, size, err := b.questions(c, s, what)
		if err != nil {
			return err
		}
		for _, clients := range b.Clients {
			its, bares, err := b.compare(c, s, questions, size, clients)
			if err != nil {
				return err
			}
			bq, sq := bares.times.quantiles(.5, .99), its.times.quantiles(.5, .99)
			for _, side := range []struct {
				name string
				of   *remembered
				q    []string
			}{{"bare", bares, bq}, {"service", its, sq}} {
				_ = rows.Write([]string{
					what, strconv.Itoa(size), strconv.Itoa(clients), side.name,
					strconv.Itoa(len(side.of.times)), fmt.Sprintf("%.2f", side.of.seconds), fmt.Sprintf("%.0f", side.of.rate()),
					side.q[0], side.q[1], fmt.Sprintf("%.1f", side.of.cost()), load(),
				})
			}
			rows.Flush()
			t.row(fmt.Sprintf("%s, %d bytes", what, size), clients, fmt.Sprintf("%.0f", bares.rate()), fmt.Sprintf("%.0f", its.rate()),
				fmt.Sprintf("**%.2f**", its.rate()/bares.rate()), bq[0], sq[0], bq[1], sq[1],
				fmt.Sprintf("%.0f", bares.cost()), fmt.Sprintf("%.0f", its.cost()), fmt.Sprintf("%.2f", bares.cost()/its.cost()), load())
		}
	}
	t.write(c.err)
	return rows.Error()
}

// rate is requests a second.
func (r *remembered) rate() float64 { return float64(len(r.times)) / r.seconds }

// cost is the server's processor time for a request in microseconds.
func (r *remembered) cost() float64 { return 1e6 * r.cpu / float64(len(r.times)) }

// questions are requests that the service answers from its memory from now on, and how
// many bytes the answers have in the mean.
func (b *cachedCommand) questions(c console, s *service, what string) (questions []string, size int, err error) {
	words := []string{""}
	if what == "reworded" {
		words = nil
		for n := range 50 {
			words = append(words, fmt.Sprintf(`,"deadline_ms":%d`, 10_000+n))
		}
	}
	for _, more := range words {
		for n := range b.Deals {
			for _, deal := range []string{`"klondike","seed":"solvitaire:%d"`, `"free-cell","seed":"microsoft:%d"`} {
				questions = append(questions, fmt.Sprintf(`{"game":`+deal+`,"solution":%t%s}`, n+1, what != "verdict", more))
			}
		}
	}
	for _, q := range questions[:2*b.Deals] {
		var answer struct{ Source, Verdict string }
		for answer.Source != "cache" || answer.Verdict == "unknown" {
			var body json.RawMessage
			if err := s.answer(c.ctx, "/v1/solve", q, http.StatusOK, &body); err != nil {
				return nil, 0, fmt.Errorf("%s: %w", q, err)
			}
			if err := json.Unmarshal(body, &answer); err != nil {
				return nil, 0, err
			}
			if answer.Source == "cache" {
				size += len(body)
			}
		}
	}
	return questions, size / (2 * b.Deals), nil
}

// compare asks the service and a bare handler in turns.
func (b *cachedCommand) compare(c console, s *service, questions []string, size, clients int) (its, bares *remembered, err error) {
	plain, err := startBare(size)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, plain.stop()) }()
	its, bares = new(remembered), new(remembered)
	for round := range b.Rounds + 1 {
		for _, side := range []struct {
			of *service
			to *remembered
		}{{plain, bares}, {s, its}} {
			turn, err := ask(c, side.of, questions, clients, b.Turn)
			if err != nil {
				return nil, nil, err
			}
			if round == 0 {
				continue // connections, caches and processors get warm
			}
			side.to.times = append(side.to.times, turn.times...)
			side.to.seconds += turn.seconds
			side.to.cpu += turn.cpu
		}
	}
	return its, bares, nil
}

// ask has so many clients ask a server one question after the other for a while.
func ask(c console, s *service, questions []string, clients int, turn time.Duration) (remembered, error) {
	requests := make([][]byte, len(questions))
	for i, q := range questions {
		requests[i] = post(s.address, "/v1/solve", q)
	}
	lines := make([]*line, clients)
	for i := range lines {
		l, err := dial(s.address)
		if err != nil {
			return remembered{}, err
		}
		defer l.close()
		lines[i] = l
	}
	before, err := s.metric(c.ctx, cpuSeconds)
	if err != nil {
		return remembered{}, err
	}
	took := make([]times, clients)
	faults := make([]error, clients)
	var asking sync.WaitGroup
	start := time.Now()
	for i, l := range lines {
		asking.Go(func() {
			last := start
			for n := i * 7; last.Sub(start) < turn && c.ctx.Err() == nil; n++ {
				status, err := l.ask(requests[n%len(requests)])
				if err != nil || status != http.StatusOK {
					faults[i] = errors.Join(fmt.Errorf("%s: status %d", questions[n%len(requests)], status), err)
					return
				}
				now := time.Now()
				took[i] = append(took[i], now.Sub(last))
				last = now
			}
		})
	}
	asking.Wait()
	r := remembered{seconds: time.Since(start).Seconds()}
	after, err := s.metric(c.ctx, cpuSeconds)
	if err := errors.Join(append(faults, err, c.ctx.Err())...); err != nil {
		return r, err
	}
	r.cpu = after - before
	for _, t := range took {
		r.times = append(r.times, t...)
	}
	return r, nil
}
