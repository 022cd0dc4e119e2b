package deals

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Store keeps deals and verdicts. Its calls end with their context.
type Store interface {
	store.Deals
	// Put stores verdicts with their solutions.
	Put(ctx context.Context, records ...solver.Record) error
}

// Difficulty is how difficult a deal is.
type Difficulty struct {
	Score      float64
	Grade      string // one of Grades
	Components string // of the score, as JSON
}

// Measure measures the difficulty of a problem of a game along a winning line. The engine is
// its own until it returns. The error is the context's, or a fault.
type Measure func(clock *solver.Clock, e solver.Engine, game string, p *solver.Problem, line []game.Move) (Difficulty, error)

// Options configure a Dealer.
type Options struct {
	Store     Store
	NewEngine func() solver.Engine // called once, and again if the engine panicked
	Measure   Measure
	Grades    []string                        // easiest first
	Games     []string                        // those that have a pool, by their names in the catalogue
	Size      int                             // deals of a grade to keep beyond the furthest cursor
	Max       int                             // deals of a grade at most
	Starter   func(game string) []StarterDeal // what an empty pool begins with; nil for nothing
	Gate      *pool.Gate
	Log       *slog.Logger
	Observer  Observer

	// Random returns a number from 0 up to but not including n; nil means math/rand.
	Random func(n int64) int64
}

// Observer receives events for metrics. Its methods must be quick.
type Observer interface {
	// Tried reports a deal that was solved and, if it was won, measured, and how long that
	// took, with pauses.
	Tried(game string, v solver.Verdict, took time.Duration)
	// Pooled reports how many deals of a grade are in a game's pool.
	Pooled(game, grade string, deals int)
	// Rejected reports a solution that the referee rejected.
	Rejected()
}

// Dealer hands out winnable deals, and finds them in the background.
type Dealer struct {
	Options
	games []pooled // those that have a pool

	life context.Context // ends when the Dealer is closed
	end  context.CancelFunc
	done chan struct{} // closed when the filler has stopped
	wake watch.Bell    // wakes the filler to look for something to do

	stocking chan struct{} // full while starter deals are added

	mu      sync.Mutex      // guards what follows
	stocked map[string]bool // games whose pools have their starter deals, or needed none
	far     map[reader]store.Seen
	pending map[winnable.Day]*pendingDay
	queue   []winnable.Day       // the pending days, the oldest first
	resting map[string]time.Time // games that gave nothing, and until when no more are tried

	// What follows is the filler's.

	fruitless  int                   // deals of a game tried in vain in a row before it rests
	candidates int                   // deals tried for a day
	engine     solver.Engine         // nil before the first deal, and after a panic
	futile     map[string]int        // by game: deals tried in vain in a row
	ready      map[winnable.Day]bool // days whose deals are stored
	barren     map[winnable.Day]bool // days that have no deal
}

// pooled is a game that has a pool.
type pooled struct{ rules.Game }

// New starts a Dealer. It works until Close. Without games it does nothing.
func New(o Options) *Dealer {
	d := assemble(o)
	go d.fill()
	return d
}

// assemble makes a Dealer without starting the filler.
func assemble(o Options) *Dealer {
	d := &Dealer{
		Options: o, done: make(chan struct{}), wake: watch.NewBell(),
		far: map[reader]store.Seen{}, pending: map[winnable.Day]*pendingDay{}, resting: map[string]time.Time{},
		stocking: make(chan struct{}, 1),
		stocked:  map[string]bool{},
		futile:   map[string]int{}, ready: map[winnable.Day]bool{}, barren: map[winnable.Day]bool{},
		fruitless: fruitless, candidates: candidates,
	}
	d.Max = max(o.Max, o.Size)
	if d.Random == nil {
		d.Random = mathrand.Int64N
	}
	for _, name := range o.Games {
		g, known := rules.Lookup(name)
		if !known {
			panic("unknown game " + name)
		}
		d.games = append(d.games, pooled{g})
	}
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Close stops the filler, which takes a few milliseconds, and returns when it has stopped or
// the context ends. The deal that it was trying is not tried again.
func (d *Dealer) Close(ctx context.Context) error {
	d.end()
	return watch.Wait(ctx, func() { <-d.done })
}

// Games returns the names of the games that have a pool.
func (d *Dealer) Games() []string {
	names := make([]string, len(d.games))
	for i, g := range d.games {
		names[i] = g.Name
	}
	return names
}

// pool returns the pool of a game.
func (d *Dealer) pool(game string) (*pooled, error) {
	i := slices.IndexFunc(d.games, func(p pooled) bool { return p.Name == game })
	switch {
	case i >= 0:
		return &d.games[i], nil
	case len(d.games) == 0:
		return nil, &NotFound{"this server has no pools of winnable deals"}
	}
	return nil, &NotFound{fmt.Sprintf("this server has no pool of winnable deals of %s; it has those of %s", game, strings.Join(d.Games(), ", "))}
}

// Graded returns the deal of a problem in the pools; false if it is in none.
func (d *Dealer) Graded(ctx context.Context, r *rules.Rules, id solver.ID) (winnable.Deal, bool, error) {
	canonical := r.Canonical()
	for i := range d.games {
		if bytes.Equal(d.games[i].Rules.Canonical(), canonical) {
			return d.Store.FindDeal(ctx, d.games[i].Name, id)
		}
	}
	return winnable.Deal{}, false, nil
}

// NotFound is the error of a request for something that does not exist.
type NotFound struct{ Detail string }

func (e *NotFound) Error() string { return e.Detail }

// NotFound reports that the request is for something that does not exist.
func (e *NotFound) NotFound() bool { return true }

// errUsedUp is the error of a cursor that has seen a full pool.
var errUsedUp = &NotFound{"the cursor has seen all deals that this pool will have; start again without a cursor"}

// BadParameter is the error of an invalid parameter of a request.
type BadParameter struct{ Name, Detail string }

func (e *BadParameter) Error() string { return e.Detail }

// Field returns the parameter that is wrong.
func (e *BadParameter) Field() string { return e.Name }

// NotYet is the error of deals that are being searched for.
type NotYet struct {
	What  string        // happens
	After time.Duration // when to retry
}

func (e *NotYet) Error() string { return e.What + "; retry after the time in Retry-After" }

// RetryAfter returns how long to wait before the next attempt.
func (e *NotYet) RetryAfter() time.Duration { return e.After }

// Pending reports that the result is on its way.
func (e *NotYet) Pending() bool { return true }
