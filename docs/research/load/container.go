package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// containerCommand starts the service in containers with little memory, and asks at the same time for all
// that takes most. The kernel must not kill it, and each popular game must be answered.
type containerCommand struct {
	Binary string        `help:"Program to start." default:"../../bin/thoughtful" placeholder:"FILE"`
	Serve  []string      `help:"A flag for that program, such as --serve=--workers=2." placeholder:"FLAG"`
	Memory []int         `help:"Memory of the containers in MiB, one after the other." default:"256,512"`
	For    time.Duration `help:"How long to ask in each." default:"30s"`
}

// fate is what became of the requests of one kind.
type fate struct {
	kind     string
	mu       sync.Mutex
	answered int // of these:
	decided  int // winnable or unwinnable
	lacking  int // unknown because of memory
	refused  int // 429 and 503
	failures []error
}

func (b *containerCommand) Run(c console) error {
	t := newTable("container | asked | answered | decided | unknown: memory | refused")
	peaks := newTable("container | limit by | peak of the process, MiB | peak of the container, MiB | lived | load")
	var failures []error
	for _, mib := range b.Memory {
		limit, err := newContainer(int64(mib) << 20)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%d MiB", mib)
		fates, peak, died := b.measure(c.ctx, limit)
		for _, f := range fates {
			t.row(name, f.kind, f.answered, f.decided, f.lacking, f.refused)
			if _, game := rules.Lookup(f.kind); game && f.answered == 0 {
				failures = append(failures, fmt.Errorf("%s: %s was not answered", name, f.kind))
			}
			if len(f.failures) > 0 && died == nil { // else no connection was answered
				failures = append(failures, fmt.Errorf("%s, %s: %d failed, the first: %w", name, f.kind, len(f.failures), f.failures[0]))
			}
		}
		lived := "yes"
		if died != nil {
			lived = "**no**"
			failures = append(failures, fmt.Errorf("%s: %w", name, died))
		}
		whole, err := limit.remove()
		peaks.row(name, cmp.Or(limit.dir, "GOMEMLIMIT"), peak>>20, whole>>20, lived, load())
		failures = append(failures, err)
	}
	return errors.Join(append(failures, t.write(c.out), peaks.write(c.out))...)
}

// measure asks the service in a container. It returns the most memory that the process had, and
// an error if it died.
func (b *containerCommand) measure(ctx context.Context, limit *container) (fates []*fate, peak int64, died error) {
	s, err := execute("sh", append(limit.wrap(b.Binary), append([]string{"serve", "--listen", "127.0.0.1:0", "--shutdown-grace", "1s"}, b.Serve...)...)...)
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, b.For)
	defer cancel()
	var asking sync.WaitGroup
	for _, load := range heavy() {
		f := &fate{kind: load.kind}
		fates = append(fates, f)
		for i := range load.atOnce {
			asking.Go(func() {
				every(ctx, load.pace, func(n int) { f.ask(ctx, s, load.call(n*load.atOnce+i)) })
			})
		}
	}
	asking.Wait()
	peak, err = peakOf(s.command.Process.Pid)
	return fates, peak, errors.Join(err, s.stop())
}

// ask asks once. What the deadline of the test cuts off doesn't count.
func (f *fate) ask(ctx context.Context, s *service, q heavyCall) {
	r, err := s.do(ctx, q.method, q.path, q.body, q.header...)
	if ctx.Err() != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var answer struct{ Verdict, Because string }
	switch {
	case err != nil:
		f.failures = append(f.failures, err)
	case r.status == http.StatusServiceUnavailable || r.status == http.StatusTooManyRequests:
		f.refused++
	case r.status >= 300 && !slices.Contains(q.also, r.status):
		f.failures = append(f.failures, fmt.Errorf("%s: status %d: %.300s", q.path, r.status, r.body))
	default:
		f.answered++
		_ = json.Unmarshal(r.body, &answer) // a picture has no verdict
		switch {
		case answer.Verdict == "winnable" || answer.Verdict == "unwinnable":
			f.decided++
		case answer.Because == "memory":
			f.lacking++
		}
	}
}

// heavyCall is a request that takes memory.
type heavyCall struct {
	method, path, body string
	header             []string
	also               []int // statuses that are right, beside 2xx
}

// heavyLoad is requests of one kind, each some time after the one before.
type heavyLoad struct {
	kind   string
	atOnce int
	pace   time.Duration
	call   func(n int) heavyCall
}

// greedyRules are rules of one's own whose searches fill their tables quickest.
var greedyRules = []string{
	`{"two decks":true,"tableau piles":{"count":10,"move built group":"yes","face up cards":"top"},"foundations":{"only complete pile moves":true},"stock":{"size":50,"deal type":"tableau piles","deal onto spaces":false}}`,
	`{"two decks":true,"tableau piles":{"count":35,"build policy":"same-suit","build direction":"up-or-down","spaces policy":"no-build"}}`,
	`{"tableau piles":{"count":3,"move built group":"yes"},"stock":{"size":36},"reserve":{"size":13,"stacked":true}}`,
	`{"two decks":true,"tableau piles":{"count":8,"build policy":"red-black","move built group":"yes","face up cards":"top"},"foundations":{"removable":true},"stock":{"size":80,"deal type":"tableau piles"}}`,
	`{"tableau piles":{"count":13,"spaces policy":"no-build"},"foundations":{"removable":true},"cells":{"count":1}}`,
	`{"tableau piles":{"count":4,"build policy":"no-build","spaces policy":"any"},"foundations":{"present":false},"stock":{"size":48,"deal type":"tableau piles"},"discard":{"policy":"lower-in-suit"}}`,
	`{"two decks":true,"tableau piles":{"count":26,"build policy":"any-suit","spaces policy":"any","move built group":"yes"},"cells":{"count":8},"foundations":{"removable":true}}`,
}

// heavy returns what is asked for at the same time.
func heavy() []heavyLoad {
	var games []string
	for _, g := range rules.Popular() {
		games = append(games, g.Name)
	}
	games = append(games, "klondike-draw-1", "spider-1-suit", "spider-2-suit")
	post := func(path, body string, header ...string) heavyCall {
		return heavyCall{method: http.MethodPost, path: path, body: body, header: header}
	}
	var loads []heavyLoad
	for _, game := range games {
		loads = append(loads, heavyLoad{game, 1, 500 * time.Millisecond, func(n int) heavyCall {
			return post("/v1/solve", fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","deadline_ms":10000}`, game, n+1))
		}})
	}
	wide := klondike(2, `,"moves":[`+strings.Repeat("0,", 131_000)+"0"+strings.Repeat(" ", 780_000)+"]")
	body := post("/v1/solve", wide)
	body.also = []int{http.StatusBadRequest}
	return append(loads,
		heavyLoad{"rules of one's own", 4, 100 * time.Millisecond, func(n int) heavyCall {
			return post("/v1/solve", fmt.Sprintf(`{"rules":%s,"seed":"solvitaire:%d","deadline_ms":15000}`, greedyRules[n%len(greedyRules)], n/len(greedyRules)+1))
		}},
		heavyLoad{"body of 1 MiB", 16, 100 * time.Millisecond, func(int) heavyCall { return body }},
		heavyLoad{"play by insight", 2, time.Second, func(n int) heavyCall {
			return post("/v1/play", fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","player":"insight","options":{"guesses":500},"deadline_ms":5000}`, n+1))
		}},
		heavyLoad{"advice", 1, time.Second, func(n int) heavyCall {
			return post("/v1/advise", fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","information":"stock-seen","deadline_ms":3000}`, n+1))
		}},
		heavyLoad{"picture", 2, 200 * time.Millisecond, func(n int) heavyCall {
			return heavyCall{method: http.MethodGet, path: fmt.Sprintf("/v1/games/spider/deals/solvitaire:%d.png", n+1)}
		}},
		heavyLoad{"proof", 1, time.Second, func(n int) heavyCall {
			p, err := solver.Numbered("golf", fmt.Sprintf("solvitaire:%d", n+1))
			if err != nil {
				panic(err) // the catalogue has the game
			}
			return heavyCall{method: http.MethodGet, path: fmt.Sprintf("/v1/deals/%s/proof", p.ID()), also: []int{http.StatusNotFound}} // not lost, or not solved yet
		}},
		heavyLoad{"job", 1, time.Second, func(n int) heavyCall {
			return post("/v1/solve", fmt.Sprintf(`{"rules":%s,"seed":"solvitaire:%d","deadline_ms":20000}`, greedyRules[n%len(greedyRules)], 1000+n), "Prefer", "respond-async")
		}},
		heavyLoad{"campaign", 1, 5 * time.Second, func(n int) heavyCall {
			return post("/v1/campaigns", fmt.Sprintf(`{"game":"gypsy","seeds":"solvitaire:%d-%d","deadline_ms":20000}`, 100*n+1, 100*n+100))
		}},
	)
}

// container is a group of processes with little memory. Where no group can be made, the limit is passed
// in GOMEMLIMIT.
type container struct {
	bytes int64
	dir   string // of the group; empty for none
	names groupFiles
}

// groupFiles are the names of a group's files in one version of Linux's control groups.
type groupFiles struct{ parent, limit, peak, present string }

// groupVersions has both, the version that is preferred by systems that have them first.
var groupVersions = []groupFiles{
	{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.limit_in_bytes"},
	{"/sys/fs/cgroup", "memory.max", "memory.peak", "cgroup.controllers"},
}

func newContainer(bytes int64) (*container, error) {
	for _, names := range groupVersions {
		if _, err := os.Stat(filepath.Join(names.parent, names.present)); err != nil {
			continue
		}
		dir, err := os.MkdirTemp(names.parent, "loadtest-")
		if err != nil {
			break // not root
		}
		c := &container{bytes, dir, names}
		if err := os.WriteFile(filepath.Join(dir, names.limit), strconv.AppendInt(nil, bytes, 10), 0o600); err != nil {
			return nil, errors.Join(fmt.Errorf("limiting the memory of a control group: %w", err), os.Remove(dir))
		}
		return c, nil
	}
	return &container{bytes: bytes}, nil
}

// wrap returns the arguments of a shell that runs a program in the container; the program's own follow.
func (c *container) wrap(program string) []string {
	if c.dir == "" {
		return []string{"-c", fmt.Sprintf(`GOMEMLIMIT=%d exec "$0" "$@"`, c.bytes), program}
	}
	return []string{"-c", fmt.Sprintf(`echo $$ > %s && exec "$0" "$@"`, filepath.Join(c.dir, "cgroup.procs")), program}
}

// remove removes the container, which must be empty, and returns the most memory that it had; 0 if
// unknown.
func (c *container) remove() (peak int64, err error) {
	if c.dir == "" {
		return 0, nil
	}
	text, _ := os.ReadFile(filepath.Join(c.dir, c.names.peak)) // older kernels don't have it
	peak, _ = strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return peak, os.Remove(c.dir)
}

// peakOf returns the most memory that a process has had; an error if it has ended.
func peakOf(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		var kib int64
		if _, none := fmt.Sscanf(line, "VmHWM: %d kB", &kib); none == nil {
			return kib << 10, nil
		}
	}
	return 0, cmp.Or(err, errors.New("the service has died"))
}
