package main

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// cachedCommand measures how quickly the service answers with stored verdicts.
type cachedCommand struct {
	serviceFlags `embed:""`
	Deals        int           `help:"Deals of Klondike, and as many of FreeCell, to ask about." default:"100"`
	Clients      []int         `help:"Concurrent clients, each with a connection of its own." default:"1,8,64"`
	Turn         time.Duration `help:"How long each server is measured before the other." default:"1s"`
	Rounds       int           `help:"Turns of each server." default:"6"`
	Answers      []string      `help:"What to ask for: the verdict alone, the solution too, or that in many different requests." enum:"verdict,solution,reworded" default:"verdict,solution,reworded"`
}

// sample is the sum of several turns of one server.
type sample struct {
	times   times
	seconds float64
	cpu     float64 // seconds
}

// rate returns requests per second.
func (r *sample) rate() float64 { return float64(len(r.times)) / r.seconds }

// cost returns the server's CPU time per request in microseconds.
func (r *sample) cost() float64 { return 1e6 * r.cpu / float64(len(r.times)) }

func (b *cachedCommand) Run(c console) error {
	return b.with(c, func(s *service) error {
		t := newTable("answer | clients | requests a second, bare | service | share | p50 ms, bare | service | p99 ms, bare | service | CPU µs a request, bare | service | share | load")
		for _, answer := range b.Answers {
			questions, size, err := b.questions(c, s, answer)
			if err != nil {
				return err
			}
			for _, clients := range b.Clients {
				service, bare, err := b.compare(c, s, questions, size, clients)
				if err != nil {
					return err
				}
				bq, sq := bare.times.quantiles(.5, .99), service.times.quantiles(.5, .99)
				t.row(fmt.Sprintf("%s, %d bytes", answer, size), clients, fmt.Sprintf("%.0f", bare.rate()), fmt.Sprintf("%.0f", service.rate()),
					fmt.Sprintf("**%.2f**", service.rate()/bare.rate()), bq[0], sq[0], bq[1], sq[1],
					fmt.Sprintf("%.0f", bare.cost()), fmt.Sprintf("%.0f", service.cost()), fmt.Sprintf("%.2f", bare.cost()/service.cost()), load())
			}
		}
		return t.write(c.out)
	})
}

// questions returns requests that the service now answers from memory, and the mean size of
// the answers in bytes.
func (b *cachedCommand) questions(c console, s *service, answer string) (questions []string, size int, err error) {
	words := []string{""}
	if answer == "reworded" {
		words = nil
		for n := range 50 {
			words = append(words, fmt.Sprintf(`,"deadline_ms":%d`, 10_000+n))
		}
	}
	for _, more := range words {
		for n := range b.Deals {
			for _, deal := range []string{`"klondike","seed":"solvitaire:%d"`, `"free-cell","seed":"microsoft:%d"`} {
				questions = append(questions, fmt.Sprintf(`{"game":`+deal+`,"solution":%t%s}`, n+1, answer != "verdict", more))
			}
		}
	}
	for _, q := range questions[:2*b.Deals] {
		var answer struct{ Source, Verdict string }
		for answer.Source != "cache" || answer.Verdict == "unknown" {
			r, err := s.fetch(c.ctx, "/v1/solve", q, http.StatusOK, &answer)
			if err != nil {
				return nil, 0, err
			}
			if answer.Source == "cache" {
				size += len(r.body)
			}
		}
	}
	return questions, size / (2 * b.Deals), nil
}

// compare measures the service and a bare handler in turns.
func (b *cachedCommand) compare(c console, s *service, questions []string, size, clients int) (service, bare *sample, err error) {
	plain, err := startBare(size)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, plain.stop()) }()
	service, bare = new(sample), new(sample)
	for round := range b.Rounds + 1 {
		if round == 1 { // connections, caches and processors are warm now
			*service, *bare = sample{}, sample{}
		}
		if err := bare.turn(c, plain, questions, clients, b.Turn); err != nil {
			return nil, nil, err
		}
		if err := service.turn(c, s, questions, clients, b.Turn); err != nil {
			return nil, nil, err
		}
	}
	return service, bare, nil
}

// turn adds a turn in which clients ask a server one question after another.
func (r *sample) turn(c console, s *service, questions []string, clients int, turn time.Duration) error {
	requests := make([][]byte, len(questions))
	for i, q := range questions {
		requests[i] = wire(s.address, "/v1/solve", q)
	}
	lines := make([]*line, clients)
	for i := range lines {
		l, err := dial(s.address)
		if err != nil {
			return err
		}
		defer l.close()
		lines[i] = l
	}
	before, err := s.cpuSeconds(c.ctx)
	if err != nil {
		return err
	}
	took := make([]times, clients)
	faults := make([]error, clients)
	var asking sync.WaitGroup
	start := time.Now()
	for i, l := range lines {
		asking.Go(func() {
			last := start
			for n := i * len(requests) / clients; last.Sub(start) < turn && c.ctx.Err() == nil; n++ {
				answer, err := l.ask(requests[n%len(requests)])
				if err != nil || answer.status != http.StatusOK {
					faults[i] = errors.Join(fmt.Errorf("%s: status %d", questions[n%len(requests)], answer.status), err)
					return
				}
				now := time.Now()
				took[i] = append(took[i], now.Sub(last))
				last = now
			}
		})
	}
	asking.Wait()
	r.seconds += time.Since(start).Seconds()
	after, err := s.cpuSeconds(c.ctx)
	r.cpu += after - before
	for _, t := range took {
		r.times = append(r.times, t...)
	}
	return errors.Join(append(faults, err, c.ctx.Err())...)
}
