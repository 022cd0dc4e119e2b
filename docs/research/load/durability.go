package main

import (
	"fmt"
	"time"
)

// durabilityCommand measures new verdicts of two services in turns: one writes before it
// answers, the other behind the answer. Both may use one PostgreSQL database, since no deal is
// asked about twice.
type durabilityCommand struct {
	Binary  string        `help:"Program to start." default:"../../bin/thoughtful" placeholder:"FILE"`
	Serve   []string      `help:"A flag for that program, such as --serve=--database-url=URL." placeholder:"FLAG"`
	Clients []int         `help:"Concurrent clients, each with a connection of its own." default:"1,8,32"`
	Turn    time.Duration `help:"How long each service is measured before the other." default:"2s"`
	Rounds  int           `help:"Turns of each service." default:"8"`
	First   int           `help:"First deal of FreeCell, microsoft:N." default:"1"`
}

// most is how many new verdicts the service may find in a second; more deals are not prepared.
const most = 2000

func (b *durabilityCommand) Run(c console) error {
	flags := serviceFlags{Binary: b.Binary, Serve: b.Serve}
	return flags.with(c, func(answered *service) error {
		return flags.with(c, func(behind *service) error {
			t := newTable("clients | verdicts | verdicts a second, behind | answered | share | p50 ms, behind | answered | p99 ms, behind | answered | CPU µs a request, behind | answered | load")
			for _, clients := range b.Clients {
				first, later, err := b.compare(c, answered, behind, clients)
				if err != nil {
					return err
				}
				lq, fq := later.times.quantiles(.5, .99), first.times.quantiles(.5, .99)
				t.row(clients, len(first.times)+len(later.times), fmt.Sprintf("%.0f", later.rate()), fmt.Sprintf("%.0f", first.rate()),
					fmt.Sprintf("**%.2f**", first.rate()/later.rate()), lq[0], fq[0], lq[1], fq[1],
					fmt.Sprintf("%.0f", later.cost()), fmt.Sprintf("%.0f", first.cost()), load())
			}
			return t.write(c.out)
		}, "--durability", "behind")
	}, "--durability", "answered")
}

// compare measures both services in turns, beginning with one and then with the other.
func (b *durabilityCommand) compare(c console, answered, behind *service, clients int) (first, later *sample, err error) {
	first, later = new(sample), new(sample)
	turn := func(s *service, into *sample) error {
		if err := into.turn(c, s, b.deals(), clients, b.Turn); err != nil {
			return err
		}
		// What is left to write must not cost the other service anything.
		for {
			all, err := s.metrics(c.ctx)
			if err != nil || all["thoughtful_backlog_records"] == 0 {
				return err
			}
			if err := pause(c.ctx, 10*time.Millisecond); err != nil {
				return err
			}
		}
	}
	for round := range b.Rounds + 1 {
		if round == 1 { // connections and processors are warm now
			*first, *later = sample{}, sample{}
		}
		turns := []func() error{
			func() error { return turn(answered, first) },
			func() error { return turn(behind, later) },
		}
		for i := range turns {
			if err := turns[(i+round)%2](); err != nil {
				return nil, nil, err
			}
		}
	}
	return first, later, nil
}

// deals returns questions about enough new deals for a turn.
func (b *durabilityCommand) deals() []string {
	questions := make([]string, int(most*b.Turn.Seconds())+1)
	for i := range questions {
		questions[i] = fmt.Sprintf(`{"game":"free-cell","seed":"microsoft:%d"}`, b.First)
		b.First++
	}
	return questions
}
