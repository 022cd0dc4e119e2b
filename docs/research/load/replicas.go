package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// replicasCommand measures remembered verdicts of several replicas that share PostgreSQL and
// Redis, and what an answer costs that comes from a memory farther away.
type replicasCommand struct {
	Binary   string        `help:"Program to start." default:"../../bin/thoughtful" placeholder:"FILE"`
	Database string        `help:"PostgreSQL." env:"TEST_DATABASE_URL" required:"" placeholder:"URL"`
	Redis    string        `help:"Redis." env:"TEST_REDIS_URL" required:"" placeholder:"URL"`
	Replicas int           `help:"Most replicas." default:"3"`
	Clients  []int         `help:"Concurrent clients, each with a connection of its own." default:"1,8,48"`
	Deals    int           `help:"Deals of FreeCell to fetch from each memory." default:"2000"`
	Turn     time.Duration `help:"How long each number of replicas is measured before the next." default:"1s"`
	Rounds   int           `help:"Turns of each." default:"6"`
}

func (b *replicasCommand) Run(c console) error {
	for _, measure := range []func(console) (table, error){b.throughput, b.memories} {
		t, err := measure(c)
		if err := errors.Join(err, t.write(c.out)); err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	return nil
}

// start starts a replica, with Redis or without.
func (b *replicasCommand) start(redis string) (*service, error) {
	return execute(b.Binary, "serve", "--listen", "127.0.0.1:0", "--log-level", "warn",
		"--database-url", b.Database, "--redis-url", redis)
}

// questions returns a question about each of the first deals.
func (b *replicasCommand) questions(deals int) []string {
	all := make([]string, deals)
	for i := range all {
		all[i] = freeCell(i + 1)
	}
	return all
}

// know has a service find all answers.
func (s *service) know(c console, questions []string) error {
	for _, q := range questions {
		if _, err := s.fetch(c.ctx, "/v1/solve", q, http.StatusOK, nil); err != nil {
			return err
		}
	}
	return nil
}

// throughput measures one replica, two, and so on, in turns. The clients are spread over them.
func (b *replicasCommand) throughput(c console) (t table, err error) {
	t = newTable("clients | replicas | answers a second | share of one | p50 ms | p99 ms | CPU µs an answer | load")
	var all []*service
	defer func() {
		for _, s := range all {
			err = errors.Join(err, s.stop())
		}
	}()
	questions := b.questions(min(200, b.Deals))
	for range b.Replicas {
		s, err := b.start(b.Redis)
		if err != nil {
			return t, err
		}
		all = append(all, s)
		if err := s.know(c, questions); err != nil {
			return t, err
		}
	}
	for _, clients := range b.Clients {
		samples := make([]sample, b.Replicas)
		for round := range b.Rounds + 1 {
			if round == 1 { // connections and processors are warm now
				clear(samples)
			}
			for n := range samples {
				if err := samples[n].spread(c, all[:n+1], questions, clients, b.Turn); err != nil {
					return t, err
				}
			}
		}
		for n := range samples {
			s := &samples[n]
			t.row(clients, n+1, fmt.Sprintf("%.0f", s.rate()), fmt.Sprintf("%.2f", s.rate()/samples[0].rate()),
				s.times.quantiles(.5, .99), fmt.Sprintf("%.0f", s.cost()), load())
		}
	}
	return t, nil
}

// spread adds a turn in which clients ask several servers, as many each, one at least.
func (r *sample) spread(c console, servers []*service, questions []string, clients int, turn time.Duration) error {
	parts := make([]sample, len(servers))
	faults := make([]error, len(servers))
	var asking sync.WaitGroup
	for i, s := range servers {
		if n := (clients + i) / len(servers); n > 0 {
			asking.Go(func() { faults[i] = parts[i].turn(c, s, questions, n, turn) })
		}
	}
	asking.Wait()
	longest := 0.
	for _, p := range parts {
		r.times = append(r.times, p.times...)
		r.cpu += p.cpu
		longest = max(longest, p.seconds)
	}
	r.seconds += longest
	return errors.Join(faults...)
}

// memories measures answers that come from Redis, from PostgreSQL, and then from the process.
func (b *replicasCommand) memories(c console) (table, error) {
	t := newTable("from | clients | answers | answers a second | p50 ms | p99 ms | CPU µs an answer, service alone | load")
	finder, err := b.start(b.Redis)
	if err != nil {
		return t, err
	}
	questions := b.questions(b.Deals)
	if err := errors.Join(finder.know(c, questions), finder.stop()); err != nil { // writes all
		return t, err
	}
	for _, clients := range b.Clients {
		for _, from := range []struct{ name, redis string }{{"Redis", b.Redis}, {"PostgreSQL", ""}} {
			if err := b.pass(c, &t, questions, clients, from.name, from.redis); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// pass asks a new replica everything twice. The second answers come from the process.
func (b *replicasCommand) pass(c console, t *table, questions []string, clients int, name, redis string) (err error) {
	s, err := b.start(redis)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	for _, from := range []string{name, "the process, after " + name} {
		var r sample
		if err := r.once(c, s, questions, clients); err != nil {
			return err
		}
		t.row(from, clients, len(r.times), fmt.Sprintf("%.0f", r.rate()), r.times.quantiles(.5, .99), fmt.Sprintf("%.0f", r.cost()), load())
	}
	return nil
}

// once adds the times of clients that ask a server each question once.
func (r *sample) once(c console, s *service, questions []string, clients int) error {
	before, err := s.cpuSeconds(c.ctx)
	if err != nil {
		return err
	}
	took := make([]times, clients)
	faults := make([]error, clients)
	start := time.Now()
	var asking sync.WaitGroup
	for i := range clients {
		asking.Go(func() {
			l, err := dial(s.address)
			if err != nil {
				faults[i] = err
				return
			}
			defer l.close()
			for n := i; n < len(questions) && c.ctx.Err() == nil; n += clients {
				began := time.Now()
				answer, err := l.ask(wire(s.address, "/v1/solve", questions[n]))
				if err != nil || answer.status != http.StatusOK {
					faults[i] = cmp.Or(err, fmt.Errorf("%s: status %d", questions[n], answer.status))
					return
				}
				took[i] = append(took[i], time.Since(began))
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
