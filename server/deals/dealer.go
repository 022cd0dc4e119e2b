package deals

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Store keeps what was found. Its calls end with their context.
type Store interface {
	store.Deals
	// Put remembers verdicts, with their solutions.
	Put(ctx context.Context, records ...solver.Record) error
}

// Difficulty is how difficult a deal is.
type Difficulty struct {
	Score      float64
	Grade      string // one of Grades
	Components string // what the score was made of: JSON
}

// Measure measures the difficulty of a problem of a game along a line that wins it. The
// engine is its own until it returns. Its error is that the context ended, or a fault.
type Measure func(ctx context.Context, e solver.Engine, game string, p *solver.Problem, line []game.Move) (Difficulty, error)

// Options say how a Dealer is made.
type Options struct {
	Store     Store
	NewEngine func() solver.Engine // called once, and again if the engine broke down
	Measure   Measure
	Grades    []string                      // easiest first
	Games     []string                      // the catalogue's names of those that have a pool
	Size      int                           // how many deals of a grade are kept ahead of whoever has seen most
	Max       int                           // how many deals of a grade there are at most
	Starter   func(game string) []deal.Seed // what is tried first; nil for nothing
	Gate      *pool.Gate
	Log       *slog.Logger
	Observer  Observer // nil if nobody watches

	// Random gives a number from 0 up to but not including n; nil for one that nobody
	// can foretell.
	Random func(n int64) int64
}

// Observer watches a Dealer, for metrics. Its methods must be quick.
type Observer interface {
	// Tried tells of a deal that was solved and, if it can be won, measured, and how
	// long that took, pauses included.
	Tried(game string, v solver.Verdict, took time.Duration)
	// Pooled tells how many deals of a grade are in a game's pool.
	Pooled(game, grade string, deals int)
	// Rejected tells of a solution that the referee rejected.
	Rejected()
}

type nobody struct{}

func (nobody) Tried(string, solver.Verdict, time.Duration) {}
func (nobody) Pooled(string, string, int)                  {}
func (nobody) Rejected()                                   {}

// Dealer hands out deals that can be won, and has them found in the background.
type Dealer struct {
	store     Store
	newEngine func() solver.Engine
	measure   Measure
	grades    []string
	games     []pooled // those that have a pool
	size, max int
	gate      *pool.Gate
	log       *slog.Logger
	observer  Observer
	random    func(int64) int64

	life context.Context // ends when the Dealer is closed
	end  context.CancelFunc
	done chan struct{} // closed when the filler has stopped
	wake chan struct{} // holds one if there may be something to do

	mu      sync.Mutex // guards what follows
	far     map[reader]store.Seen
	errands map[winnable.Day]*errand // deals of days that somebody waits for
	queue   []winnable.Day           // of the errands, the oldest first
	resting map[string]time.Time     // until when no deals are looked for of a game that has given nothing

	// What follows is the filler's.

	fruitless  int                   // how many deals of a game are tried in a row without one that is wanted, before it rests
	candidates int                   // how many deals are tried for a day
	engine     solver.Engine         // nil if there is none yet, or it broke down
	futile     map[string]int        // by game: how many deals in a row were tried that no pool wanted
	ready      map[winnable.Day]bool // days whose deals are stored
	barren     map[winnable.Day]bool // days that have no deal
}

// pooled is a game that has a pool.
type pooled struct {
	rules.Game
	starter []deal.Seed
}

// New starts a Dealer for games of the catalogue. It works until Close. With no games
// it does nothing.
func New(o Options) *Dealer {
	d := assemble(o)
	go d.fill()
	return d
}

// assemble makes a Dealer whose filler was not started.
func assemble(o Options) *Dealer {
	d := &Dealer{
		store: o.Store, newEngine: o.NewEngine, measure: o.Measure, grades: o.Grades,
		size: o.Size, max: max(o.Max, o.Size), gate: o.Gate, log: o.Log,
		observer: o.Observer, random: o.Random,
		done: make(chan struct{}), wake: make(chan struct{}, 1),
		far: map[reader]store.Seen{}, errands: map[winnable.Day]*errand{}, resting: map[string]time.Time{},
		futile: map[string]int{}, ready: map[winnable.Day]bool{}, barren: map[winnable.Day]bool{},
		fruitless: fruitless, candidates: candidates,
	}
	if d.observer == nil {
		d.observer = nobody{}
	}
	if d.random == nil {
		d.random = mathrand.Int64N
	}
	for _, name := range o.Games {
		g, known := rules.Lookup(name)
		if !known {
			panic("no game is called " + name)
		}
		p := pooled{Game: g}
		if o.Starter != nil {
			p.starter = o.Starter(g.Name)
		}
		d.games = append(d.games, p)
	}
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Close stops the filler, which takes a few milliseconds, and returns when it has stopped
// or the context ends. A deal that it was about to try is not tried again.
func (d *Dealer) Close(ctx context.Context) error {
	d.end()
	select {
	case <-d.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("the filler of the pools of deals goes on: %w", ctx.Err())
	}
}

// Games are the names of the games that have a pool.
func (d *Dealer) Games() []string {
	names := make([]string, len(d.games))
	for i, g := range d.games {
		names[i] = g.Name
	}
	return names
}

// pool finds the pool of a game.
func (d *Dealer) pool(game string) (*pooled, error) {
	i := slices.IndexFunc(d.games, func(p pooled) bool { return p.Name == game })
	if i < 0 {
		return nil, &NoPool{Game: game, Games: d.Games()}
	}
	return &d.games[i], nil
}

// stir tells the filler that there may be something to do.
func (d *Dealer) stir() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// newMark makes the mark of a new pool.
func newMark() string { return rand.Text()[:8] }

// NoPool is the error of a game without a pool.
type NoPool struct {
	Game  string
	Games []string // that have one
}

func (e *NoPool) Error() string {
	if len(e.Games) == 0 {
		return "this server keeps no pools of winnable deals"
	}
	return fmt.Sprintf("this server keeps no pool of winnable deals of %s; it keeps those of %s", e.Game, strings.Join(e.Games, ", "))
}

// NotFound reports that the client asks for what does not exist.
func (e *NoPool) NotFound() bool { return true }

// NotYet is the error of deals that are being looked for.
type NotYet struct {
	What  string        // is still being done
	After time.Duration // when to ask again
}

func (e *NotYet) Error() string { return e.What + "; Retry-After says when to ask again" }

// RetryAfter returns when to ask again.
func (e *NotYet) RetryAfter() time.Duration { return e.After }

// Pending reports that what was asked for is being made.
func (e *NotYet) Pending() bool { return true }

// UsedUp is the error of a cursor that has seen all deals that a pool will hold.
type UsedUp struct{}

// NotFound reports that the client asks for what does not exist.
func (e *UsedUp) NotFound() bool { return true }

func (e *UsedUp) Error() string {
	return "all the deals that this pool will hold were handed out under this cursor; start again without one"
}
