package verdict_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/verdict"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestBrokenEngine checks that a wrong result is neither answered nor stored.
func TestBrokenEngine(t *testing.T) {
	p := newProblem(t, 1)
	good := solution(t, p)
	change := func(at int, change func(*game.Move)) []game.Move {
		moves := slices.Clone(good)
		change(&moves[at])
		return moves
	}
	for _, test := range []struct {
		name   string
		result solver.Result
		bad    bool // a *solver.BadSolution
	}{
		{"no solution", solver.Result{Verdict: solver.Winnable}, true},
		{"the last move is missing", solver.Result{Verdict: solver.Winnable, Solution: good[:len(good)-1]}, true},
		{"the first move is missing", solver.Result{Verdict: solver.Winnable, Solution: good[1:]}, true},
		{"a wrong card", solver.Result{Verdict: solver.Winnable, Solution: change(0, func(m *game.Move) {
			m.Cards = []card.Card{m.Cards[0] ^ 1}
		})}, true},
		{"a move that is none", solver.Result{Verdict: solver.Winnable, Solution: change(1, func(m *game.Move) {
			m.Action = 99
		})}, true},
		{"a place that is none", solver.Result{Verdict: solver.Winnable, Solution: change(1, func(m *game.Move) {
			m.To = game.Place{Pile: 99, N: -7}
		})}, true},
		{"no cards", solver.Result{Verdict: solver.Winnable, Solution: change(0, func(m *game.Move) {
			m.Cards = nil
		})}, true},
		{"no verdict", solver.Result{}, false},
		{"a verdict that is none", solver.Result{Verdict: "perhaps"}, false},
		{"unknown without a reason", solver.Result{Verdict: solver.Unknown}, false},
		{"unwinnable with a reason", solver.Result{Verdict: solver.Unwinnable, Reason: solver.Deadline}, false},
		{"unwinnable with a solution", solver.Result{Verdict: solver.Unwinnable, Solution: good}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := open(t, takes(time.Second, test.result))
				first, second := b.asks(within(time.Minute), p, solver.Budget{}, false), b.asks(within(time.Minute), p, solver.Budget{}, false)
				for _, replies := range []<-chan reply{first, second} {
					r := <-replies
					var bad *solver.BadSolution
					if r.err == nil || errors.As(r.err, &bad) != test.bad {
						t.Errorf("answer %+v, error %v", r.Answer, r.err)
					}
					if test.bad && bad != nil && (bad.Problem != p || bad.Engine != "fake") {
						t.Errorf("error about %s by %s", bad.Problem.ID(), bad.Engine)
					}
					if r.Verdict != "" || r.Solution != nil {
						t.Errorf("an answer beside the error: %+v", r.Answer)
					}
				}
				b.close(t)
				if len(b.store.ids())+len(b.cache.ids()) > 0 {
					t.Error("the result is stored")
				}
				if !strings.Contains(b.log.String(), "level=ERROR") || !strings.Contains(b.log.String(), string(p.ID())) {
					t.Errorf("not logged: %s", b.log)
				}
				if b.seen.now().refused[verdict.AtEngine] != 1 || b.seen.now().answered != 0 {
					t.Errorf("counted %v, %d answers", b.seen.now().refused, b.seen.now().answered)
				}
			})
		})
	}
}

// TestDamagedRecord checks that a damaged record is deleted and the problem searched again.
func TestDamagedRecord(t *testing.T) {
	p, other := newProblem(t, 1), newProblem(t, 2)
	good := record(p, won(t, p), time.Hour)
	for _, test := range []struct {
		name   string
		damage func(*solver.Record)
	}{
		{"a move is missing", func(r *solver.Record) { r.Solution = r.Solution[1:] }},
		{"the solution is missing", func(r *solver.Record) { r.Solution = nil }},
		{"another problem's solution", func(r *solver.Record) { r.Solution = solution(t, other) }},
		{"another problem", func(r *solver.Record) { *r = record(other, won(t, other), time.Hour); r.ID = p.ID() }},
		{"the whole record of another problem", func(r *solver.Record) { *r = record(other, lost, time.Hour) }},
		{"another problem's text", func(r *solver.Record) { r.Problem = other.Text() }},
		{"another id", func(r *solver.Record) { r.ID = other.ID() }},
		{"turned into unwinnable", func(r *solver.Record) { r.Verdict = solver.Unwinnable }},
		{"turned into unknown", func(r *solver.Record) { r.Verdict = solver.Unknown }},
		{"no verdict", func(r *solver.Record) { r.Verdict = "winable" }},
		{"a reason too many", func(r *solver.Record) { r.Reason = solver.Deadline }},
		{"an unknown turned into unwinnable", func(r *solver.Record) {
			*r = record(p, solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline, States: 5}, time.Hour)
			r.Verdict = solver.Unwinnable
		}},
		{"an unwinnable turned into winnable", func(r *solver.Record) {
			*r = record(p, solver.Result{Verdict: solver.Unwinnable}, time.Hour)
			r.Verdict = solver.Winnable
		}},
	} {
		for _, place := range []verdict.Place{verdict.AtCache, verdict.AtStore} {
			t.Run(test.name+" in the "+string(place), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					bad := good
					test.damage(&bad)
					b := open(t, takes(time.Second, won(t, p)))
					memory := map[verdict.Place]*fakeMemory{verdict.AtCache: b.cache, verdict.AtStore: b.store.fakeMemory}[place]
					memory.records[p.ID()] = bad
					a := b.ask(t, within(time.Minute), p, solver.Budget{})
					if a.Verdict != solver.Winnable || a.Source != solver.FromSearch || a.Elapsed != time.Second {
						t.Errorf("answer %+v", a)
					}
					b.close(t)
					for place, r := range map[string]solver.Record{"store": b.store.has(p.ID()), "cache": b.cache.has(p.ID())} {
						if r.Verdict != solver.Winnable || r.Elapsed != time.Second || len(r.Solution) != len(good.Solution) {
							t.Errorf("the %s has %+v", place, r)
						}
					}
					if log := b.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "damaged") ||
						!strings.Contains(log, string(p.ID())) {
						t.Errorf("not logged: %s", log)
					}
					if b.seen.now().refused[place] != 1 {
						t.Errorf("counted %v", b.seen.now().refused)
					}
				})
			})
		}
	}
}

// TestAnotherProblemNearby has a record of another problem in the cache in the process.
func TestAnotherProblemNearby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		near := newMemory() // the cache of a process would refuse it
		b := open(t, takes(time.Second, won(t, p)), func(o *verdict.Options) { o.Near = near })
		bad := record(newProblem(t, 2), lost, time.Hour)
		bad.ID = p.ID()
		near.keep(bad)
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromSearch {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if b.seen.now().refused[verdict.AtProcess] != 1 || near.has(p.ID()).Verdict != solver.Winnable {
			t.Errorf("counted %v, kept %+v", b.seen.now().refused, near.has(p.ID()))
		}
	})
}

// TestDamageThatTheTierFinds checks that a tier that reports damage is not backed off.
func TestDamageThatTheTierFinds(t *testing.T) {
	for _, place := range []verdict.Place{verdict.AtCache, verdict.AtStore} {
		t.Run(string(place), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newProblem(t, 1)
				b := open(t, takes(time.Second, won(t, p)))
				memory := map[verdict.Place]*fakeMemory{verdict.AtCache: b.cache, verdict.AtStore: b.store.fakeMemory}[place]
				memory.damaged = p.ID()
				if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromSearch {
					t.Errorf("answer %+v", a)
				}
				b.close(t)
				if b.store.has(p.ID()).Verdict != solver.Winnable || b.cache.has(p.ID()).Verdict != solver.Winnable || memory.damaged != "" {
					t.Error("the damaged record was not replaced")
				}
				seen := b.seen.now()
				if seen.refused[place] != 1 || seen.looked[string(place)+" miss"] != 1 {
					t.Errorf("counted %+v", seen)
				}
				if log := b.log.String(); !strings.Contains(log, "seal is broken") || !strings.Contains(log, "max rank") ||
					strings.Contains(log, "Redis failed") {
					t.Errorf("not logged: %s", log)
				}
			})
		})
	}
}

// The unknown of a fresh search replaces a damaged record in the cache.
func TestUnknownReplacesDamage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, lost))
		b.cache.damaged = p.ID()
		if a, err := b.Answer(within(time.Minute), p, solver.Budget{States: 10}, true); err != nil || a.Reason != solver.States {
			t.Errorf("answer %+v, %v", a, err)
		}
		b.close(t)
		if b.cache.has(p.ID()).States != 10 || b.log.String() != "" {
			t.Errorf("cached %+v; logged %s", b.cache.has(p.ID()), b.log)
		}
	})
}

// A damaged record in the cache does not hide that of the store.
func TestDamagedCacheGoodStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, never(t))
		b.store.keep(record(p, won(t, p), time.Hour))
		bad := record(p, won(t, p), time.Hour)
		bad.Solution = bad.Solution[1:]
		b.cache.keep(bad)
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Source != solver.FromStore || a.Verdict != solver.Winnable {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if len(b.cache.has(p.ID()).Solution) != len(bad.Solution)+1 {
			t.Error("the cache still has the damaged record")
		}
	})
}

// TestDamagedRecordStays has a damaged record that can't be deleted.
func TestDamagedRecordStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, won(t, p)), func(o *verdict.Options) {
			o.Store = undeletable{o.Store.(*fakeStore)}
		})
		bad := record(p, won(t, p), time.Hour)
		bad.Solution = bad.Solution[1:]
		b.store.keep(bad)
		for range 2 {
			if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Elapsed != time.Second {
				t.Errorf("answer %+v", a)
			}
			synctest.Wait()
			b.cache.Delete(context.Background(), p.ID())
			b.forget(p)
		}
		b.close(t)
		if !strings.Contains(b.log.String(), "damaged record not deleted") {
			t.Errorf("not logged: %s", b.log)
		}
	})
}

type undeletable struct{ *fakeStore }

func (undeletable) Delete(context.Context, solver.ID) error {
	return errors.New("read-only transaction")
}

// Records of earlier epochs are ignored and replaced.
func TestOldEpoch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProblem(t, 1)
		b := open(t, takes(time.Second, won(t, p)))
		old := record(p, lost, time.Hour)
		old.Epoch = solver.Epoch - 1
		b.store.keep(old)
		b.cache.keep(old)
		if a := b.ask(t, within(time.Minute), p, solver.Budget{}); a.Verdict != solver.Winnable || a.Source != solver.FromSearch {
			t.Errorf("answer %+v", a)
		}
		b.close(t)
		if b.store.has(p.ID()).Verdict != solver.Winnable || b.cache.has(p.ID()).Verdict != solver.Winnable {
			t.Error("the old records are still there")
		}
		if b.log.String() != "" {
			t.Errorf("an old epoch is logged as damage: %s", b.log)
		}
	})
}
