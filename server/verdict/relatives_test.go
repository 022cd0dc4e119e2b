package verdict_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dealt returns a deal of a game of the catalogue.
func dealt(t *testing.T, name string, seed uint64) *solver.Problem {
	t.Helper()
	g, _ := rules.Lookup(name)
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: seed}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	q := solver.NewProblem(g.Rules, p)
	return q
}

var engines = sync.OnceValue(func() *portfolio.Portfolio { return portfolio.New(1 << 26) })

// known returns the first deal of a game that has this verdict, its record, and the same cards
// under other rules.
func known(t *testing.T, v solver.Verdict, name, other string) (*solver.Problem, solver.Record, *solver.Problem) {
	t.Helper()
	for seed := range uint64(100) {
		p := dealt(t, name, seed)
		result := engines().Solve(nil, p, solver.Budget{States: 5000})
		if result.Verdict == v {
			return p, record(p, result, 5*time.Second), dealt(t, other, seed)
		}
	}
	t.Fatalf("no deal of %s is %s", name, v)
	return nil, solver.Record{}, nil
}

// TestInferredWin answers from a win under stronger rules, in each tier, with moves of the game in
// the request.
func TestInferredWin(t *testing.T) {
	for _, pair := range []struct{ stronger, weaker string }{
		{"klondike-draw-6", "klondike"},
		{"free-cell-3-cell", "free-cell"},
		{"black-hole", "worm-hole"},
	} {
		for _, place := range []verdict.Place{verdict.AtBacklog, verdict.AtProcess, verdict.AtCache, verdict.AtStore} {
			t.Run(pair.weaker+" "+string(place), func(t *testing.T) {
				related, r, p := known(t, solver.Winnable, pair.stronger, pair.weaker)
				synctest.Test(t, func(t *testing.T) {
					b := open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) { return r.Result(), nil })
					switch place {
					case verdict.AtBacklog:
						b.store.set(errDown, 0)
						b.cache.set(errDown, 0)
						b.ask(t, within(time.Minute), related, solver.Budget{})
					case verdict.AtProcess:
						if err := b.near.Put(t.Context(), r); err != nil {
							t.Fatal(err)
						}
					case verdict.AtCache:
						b.cache.keep(r)
					case verdict.AtStore:
						b.store.keep(r)
					}
					searches, told := b.solver.searches(), b.rough.Load()
					a := b.ask(t, within(time.Minute), p, solver.Budget{})
					if a.Verdict != solver.Winnable || a.Source != solver.FromRelative || a.Origin != (solver.Origin{Game: pair.stronger, ID: related.ID()}) {
						t.Errorf("answer %+v", a)
					}
					if err := a.Verify(p); err != nil {
						t.Error(err)
					}
					if a.States != r.States || a.Engine != r.Engine {
						t.Errorf("want the figures of the search: %+v", a)
					}
					if !a.Rough || b.rough.Load() != told+1 {
						t.Errorf("to be shortened: %v, told %d times", a.Rough, b.rough.Load()-told)
					}
					// It is stored like the result of a search.
					if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromCache || a.Verdict != solver.Winnable || a.Origin != (solver.Origin{}) {
						t.Errorf("second answer %+v", a)
					}
					if b.solver.searches() != searches {
						t.Error("a search was made")
					}
					b.store.set(nil, 0)
					b.close(t)
					if b.seen.now().looked["relatives hit"] != 1 || b.store.has(p.ID()).Verdict != solver.Winnable {
						t.Errorf("lookups %v, stored %+v", b.seen.now().looked, b.store.has(p.ID()))
					}
				})
			})
		}
	}
}

// TestInferredWinAtDeadline answers with an inferred win if a search for a shorter solution doesn't
// notice the end of its time.
func TestInferredWinAtDeadline(t *testing.T) {
	_, six, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	synctest.Test(t, func(t *testing.T) {
		b := open(t, func(*solver.Clock, *solver.Problem, solver.Budget) (solver.Result, error) {
			time.Sleep(time.Minute)
			return tired, nil
		})
		b.store.keep(six)
		a := b.ask(t, within(time.Second), p, solver.Budget{Objective: solver.ShortSolution})
		if a.Verdict != solver.Winnable || a.Source != solver.FromRelative || a.Origin.Game != "klondike-draw-6" {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
	})
}

// TestInferredLoss answers from a proof under weaker rules. The answer is not stored, so that it
// depends on the proof.
func TestInferredLoss(t *testing.T) {
	related, r, p := known(t, solver.Unwinnable, "klondike-draw-3-no-worrying-back", "klondike-draw-12-no-worrying-back")
	synctest.Test(t, func(t *testing.T) {
		b := open(t, takes(0, lost))
		b.store.keep(r)
		for range 2 {
			a := b.ask(t, within(time.Minute), p, solver.Budget{})
			if a.Verdict != solver.Unwinnable || a.Source != solver.FromRelative || a.Origin != (solver.Origin{Game: "klondike-draw-3-no-worrying-back", ID: related.ID()}) {
				t.Errorf("answer %+v", a)
			}
			synctest.Wait()
		}
		if b.store.has(p.ID()).Verdict != "" || b.solver.searches() != 0 {
			t.Errorf("stored %+v after %d searches", b.store.has(p.ID()), b.solver.searches())
		}
		if err := b.store.Delete(context.Background(), related.ID()); err != nil {
			t.Fatal(err)
		}
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromSearch {
			t.Errorf("answer without the proof %+v", a)
		}
		b.close(t)
	})
}

// TestNothingFollows has records of related games from which nothing follows, and requests that
// must not use them.
func TestNothingFollows(t *testing.T) {
	_, six, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	under := func(name string) *solver.Problem {
		q := p.Asked()
		g, _ := rules.Lookup(name)
		related := solver.NewProblem(g.Rules, q)
		return related
	}
	sixth, first := under("klondike-draw-6"), under("klondike-draw-1")
	earlier, other := six, record(under("klondike-draw-4"), six.Result(), time.Second)
	earlier.Epoch--
	for what, test := range map[string]struct {
		record solver.Record
		fresh  bool
	}{
		"won under weaker rules":       {record(first, solver.Result{Verdict: solver.Winnable}, time.Second), false},
		"lost under stronger rules":    {record(sixth, lost, time.Second), false},
		"unknown under stronger rules": {record(sixth, tired, time.Second), false},
		"an earlier epoch":             {earlier, false},
		"not related":                  {other, false},
		"a fresh question":             {six, true},
	} {
		t.Run(what, func(t *testing.T) {
			r := test.record
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(time.Second, lost))
				b.store.keep(r)
				b.cache.keep(r)
				a, err := b.Answer(within(time.Minute), p, solver.Budget{}, test.fresh)
				if err != nil || a.Source != solver.FromSearch || a.Verdict != solver.Unwinnable || a.Origin != (solver.Origin{}) {
					t.Errorf("answer %+v, %v", a, err)
				}
				// Each tier is asked about all relatives at once.
				if want := 1; !test.fresh && (b.store.finds != want || b.cache.finds != want) || test.fresh && b.store.finds+b.cache.finds > 0 {
					t.Errorf("%d queries to the store, %d to the cache", b.store.finds, b.cache.finds)
				}
				b.close(t)
			})
		})
	}
}

// TestInferredInsteadOfUnknown prefers an inferred verdict to a stored unknown.
func TestInferredInsteadOfUnknown(t *testing.T) {
	_, six, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	synctest.Test(t, func(t *testing.T) {
		b := open(t, never(t))
		failed := record(p, tired, time.Hour)
		failed.States = 1_000_000
		b.cache.keep(failed)
		if a := b.ask(t, within(time.Second), p, solver.Budget{States: 1}); a.Verdict != solver.Unknown || a.Source != solver.FromCache {
			t.Errorf("answer without a related record %+v", a)
		}
		b.store.keep(six)
		if a := b.ask(t, within(time.Second), p, solver.Budget{States: 1}); a.Verdict != solver.Winnable || a.Source != solver.FromRelative {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
	})
}

// TestBadRelative checks that a record of a related game that fails verification is not used, and
// that a failing tier is skipped.
func TestBadRelative(t *testing.T) {
	related, six, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	short := six
	short.Solution = six.Solution[:len(six.Solution)-1]
	for what, spoil := range map[string]func(*fakeMemory){
		"a solution that does not win": func(m *fakeMemory) { m.keep(short) },
		"a record that can't be read":  func(m *fakeMemory) { m.keep(six); m.damaged = related.ID() },
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(time.Second, lost))
				spoil(b.store.fakeMemory)
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromSearch {
					t.Errorf("answer %+v", a)
				}
				if b.seen.now().refused[verdict.AtStore] != 1 || !strings.Contains(b.log.String(), "deleting a damaged record") {
					t.Errorf("counted %v; logged %s", b.seen.now().refused, b.log)
				}
				b.close(t)
				if b.store.has(related.ID()).Verdict != "" {
					t.Error("the record was not deleted")
				}
			})
		})
	}
	t.Run("a cache that fails", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := open(t, never(t))
			b.cache.set(errDown, 0)
			b.store.keep(six)
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromRelative || a.Verdict != solver.Winnable {
				t.Errorf("answer %+v", a)
			}
			b.close(t)
		})
	})
}

// TestSearchBesideRelatives has an idle worker, which searches before related games are looked for:
// a quick win answers without them, what follows from them ends a longer search, and a search that
// finds no win waits for them.
func TestSearchBesideRelatives(t *testing.T) {
	_, r, p := known(t, solver.Winnable, "klondike-draw-6", "klondike")
	win := engines().Solve(nil, p, solver.Budget{States: 5000})
	unknown := solver.Result{Verdict: solver.Unknown, Reason: solver.States, States: 7}
	for name, test := range map[string]struct {
		needs   time.Duration // for the search, which notices within a millisecond that it is to stop
		found   solver.Result
		stored  bool // the related game's win
		source  solver.Source
		verdict solver.Verdict
		looked  int // for related games
		after   time.Duration
		refused int
	}{
		"quick win":     {time.Millisecond, win, true, solver.FromSearch, solver.Winnable, 0, time.Millisecond, 0},
		"slow win":      {time.Second, win, true, solver.FromRelative, solver.Winnable, 1, 2 * time.Millisecond, 0},
		"quick unknown": {time.Millisecond, unknown, true, solver.FromRelative, solver.Winnable, 1, time.Millisecond, 0},
		"slow unknown":  {time.Second, unknown, false, solver.FromSearch, solver.Unknown, 1, time.Second, 0},
		"wrong loss":    {time.Millisecond, lost, true, solver.FromRelative, solver.Winnable, 1, time.Millisecond, 1},
		"loss":          {time.Millisecond, lost, false, solver.FromSearch, solver.Unwinnable, 1, time.Millisecond, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(test.needs, test.found))
				b.solver.idle = true
				if test.stored {
					b.store.keep(r)
				}
				began := time.Now()
				a := b.ask(t, within(time.Minute), p, solver.Budget{})
				took := time.Since(began)
				synctest.Wait()
				seen := b.seen.now()
				looked := seen.looked["relatives hit"] + seen.looked["relatives miss"]
				if a.Source != test.source || a.Verdict != test.verdict || looked != test.looked || took < test.after || took > test.after+time.Millisecond || seen.refused[verdict.AtEngine] != test.refused {
					t.Errorf("%s from %s after %s, looked %d times, %d refused", a.Verdict, a.Source, took, looked, seen.refused[verdict.AtEngine])
				}
				b.close(t)
				if v := b.store.has(p.ID()).Verdict; v != test.verdict {
					t.Errorf("stored %q", v)
				}
			})
		})
	}
}
