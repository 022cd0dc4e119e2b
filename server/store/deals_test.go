package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// pooled is a deal for a pool, whose problem the store knows.
func pooled(t *testing.T, s Store, name, grade string, number int) winnable.Deal {
	t.Helper()
	r := winnableRecord(problem(t, name, number), 5)
	put(t, s, r)
	return winnable.Deal{
		Game: name, ID: r.ID, Seed: fmt.Sprintf("solvitaire:%d", number), Length: game.Length(r.Solution),
		Grade: grade, Score: 1 / (3 + float64(number)), Components: `{"a": 0.5}`, Epoch: solver.Epoch,
	}
}

// pool opens the pool of a game.
func pool(t *testing.T, s Store, name string) {
	t.Helper()
	if err := s.OpenPool(t.Context(), name, "mark"); err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, s Store, want bool, deals ...winnable.Deal) {
	t.Helper()
	for _, d := range deals {
		if added, err := s.AddDeal(t.Context(), d); added != want || err != nil {
			t.Fatalf("AddDeal(%s) = %t, %v, want %t", d.Seed, added, err, want)
		}
	}
}

// wantDeals checks that a listing has these deals, with their numbers.
func wantDeals(t *testing.T, s Store, grade string, from, below int64, most int, want ...winnable.Deal) {
	t.Helper()
	got, err := s.ListDeals(t.Context(), "free-cell", grade, from, below, most)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("deals %q from %d below %d (- want + got):\n%s", grade, from, below, diff)
	}
}

func TestPools(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		if p, ok, err := s.Pool(t.Context(), "free-cell"); ok || err != nil {
			t.Errorf("unopened pool: %+v, %t, %v", p, ok, err)
		}
		if _, err := s.Claim(t.Context(), "free-cell"); err == nil {
			t.Error("a claim to an unopened pool")
		}
		pool(t, s, "free-cell")
		pool(t, s, "klondike")
		if err := s.OpenPool(t.Context(), "free-cell", "another"); err != nil {
			t.Fatal(err)
		}
		a, b, c := pooled(t, s, "free-cell", "easy", 1), pooled(t, s, "free-cell", "hard", 2), pooled(t, s, "free-cell", "easy", 3)
		add(t, s, true, a, b, c)
		add(t, s, false, b, a) // the numbers that they might have had are not used up
		d := pooled(t, s, "free-cell", "expert", 4)
		add(t, s, true, pooled(t, s, "klondike", "easy", 1), d)
		a.Number, b.Number, c.Number, d.Number = 1, 2, 3, 4
		if p, ok, err := s.Pool(t.Context(), "free-cell"); !ok || p != (Pool{"mark", 4}) || err != nil {
			t.Errorf("Pool = %+v, %t, %v", p, ok, err)
		}
		wantDeals(t, s, "", 1, 99, 9, a, b, c, d)
		wantDeals(t, s, "", 2, 4, 9, b, c)
		wantDeals(t, s, "", 2, 99, 1, b)
		wantDeals(t, s, "easy", 1, 99, 9, a, c)
		wantDeals(t, s, "easy", 2, 4, 1, c)
		wantDeals(t, s, "medium", 1, 99, 9)
		wantDeals(t, s, "", 5, 99, 9)
		if got, found, err := s.FindDeal(t.Context(), "free-cell", c.ID); got != c || !found || err != nil {
			t.Errorf("FindDeal = %+v, %t, %v", got, found, err)
		}
		if got, found, err := s.FindDeal(t.Context(), "klondike", c.ID); found || err != nil {
			t.Errorf("in another pool: %+v, %t, %v", got, found, err)
		}
		for _, count := range []struct {
			seen Seen
			want map[string]Count
		}{
			{Seen{}, map[string]Count{"easy": {2, 2}, "hard": {1, 1}, "expert": {1, 1}}},
			{Seen{From: 3, To: 5}, map[string]Count{"easy": {2, 1}, "hard": {1, 1}, "expert": {1, 0}}},
			{Seen{From: 4, To: 5, Below: 2}, map[string]Count{"easy": {2, 1}, "hard": {1, 1}, "expert": {1, 0}}},
			{Seen{From: 1, To: 5}, map[string]Count{"easy": {2, 0}, "hard": {1, 0}, "expert": {1, 0}}},
		} {
			got, err := s.CountDeals(t.Context(), "free-cell", count.seen)
			if diff := cmp.Diff(count.want, got); diff != "" || err != nil {
				t.Errorf("%+v seen (- want + got), %v:\n%s", count.seen, err, diff)
			}
		}
	})
}

func TestPoolOfManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		pool(t, s, "free-cell")
		const writers, each = 4, 8
		var deals [writers][]winnable.Deal
		for w := range deals {
			for n := range each {
				deals[w] = append(deals[w], pooled(t, s, "free-cell", "easy", w*each/2+n)) // half of them are the next one's too
			}
		}
		var all sync.WaitGroup
		var lock sync.Mutex
		var claimed []int64
		added := 0
		watched := make(chan struct{})
		all.Go(func() { // after a number is read, no lower one appears
			defer close(watched)
			last := int64(0)
			for last < (writers+1)*each/2 && !t.Failed() {
				found, err := s.ListDeals(t.Context(), "free-cell", "", last+1, 1000, 3)
				if err != nil {
					t.Error(err)
				}
				for _, d := range found {
					if d.Number != last+1 {
						t.Errorf("number %d appeared after %d", d.Number, last)
					}
					last = d.Number
				}
			}
		})
		for _, mine := range deals {
			all.Go(func() {
				for _, d := range mine {
					n, err := s.Claim(t.Context(), "free-cell")
					if err != nil {
						t.Error(err)
					}
					ok, err := s.AddDeal(t.Context(), d)
					if err != nil {
						t.Error(err)
					}
					lock.Lock()
					claimed = append(claimed, n)
					if ok {
						added++
					}
					lock.Unlock()
				}
			})
		}
		all.Wait()
		slices.Sort(claimed)
		for i, n := range claimed {
			if n != int64(i) {
				t.Fatalf("claimed: %v", claimed)
			}
		}
		found, err := s.ListDeals(t.Context(), "free-cell", "", 1, 1000, 1000)
		if want := (writers + 1) * each / 2; err != nil || added != want || len(found) != want {
			t.Errorf("%d added, %d found (%v), want %d", added, len(found), err, want)
		}
	})
}

func TestPoolRefusals(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		pool(t, s, "free-cell")
		good := pooled(t, s, "free-cell", "easy", 1)
		for what, spoil := range map[string]func(d *winnable.Deal){
			"no pool":          func(d *winnable.Deal) { d.Game = "klondike" },
			"no game":          func(d *winnable.Deal) { d.Game = "" },
			"unknown problem":  func(d *winnable.Deal) { d.ID = problem(t, "klondike", 77).ID() },
			"no seed":          func(d *winnable.Deal) { d.Seed = "" },
			"no grade":         func(d *winnable.Deal) { d.Grade = "" },
			"negative length":  func(d *winnable.Deal) { d.Length = -1 },
			"no epoch":         func(d *winnable.Deal) { d.Epoch = 0 },
			"components, torn": func(d *winnable.Deal) { d.Components = `{"a":` },
		} {
			bad := good
			spoil(&bad)
			if _, err := s.AddDeal(t.Context(), bad); err == nil {
				t.Errorf("%s: the deal was added", what)
			}
			if what == "no pool" || what == "no game" {
				continue // a day needs no pool, and has the game's name itself
			}
			if err := s.PutDaily(t.Context(), winnable.Day{Game: "free-cell", Date: "2026-11-22", Grade: "", Version: 1}, bad); err == nil {
				t.Errorf("%s: the daily deal was stored", what)
			}
		}
		wantDeals(t, s, "", 1, 99, 9)
		add(t, s, true, good)
		good.Number = 1
		wantDeals(t, s, "", 1, 99, 9, good)
	})
}

func TestDaily(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		day := winnable.Day{Game: "free-cell", Date: "2026-11-22", Grade: "easy", Version: 1}
		d := pooled(t, s, "free-cell", "easy", 1)
		if err := s.PutDaily(t.Context(), day, d); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := s.Daily(t.Context(), day); !ok || got != d || err != nil {
			t.Errorf("Daily = %+v, %t, %v", got, ok, err)
		}
		for _, other := range []winnable.Day{
			{Game: "klondike", Date: "2026-11-22", Grade: "easy", Version: 1},
			{Game: "free-cell", Date: "2026-11-23", Grade: "easy", Version: 1},
			{Game: "free-cell", Date: "2026-11-22", Grade: "", Version: 1},
			{Game: "free-cell", Date: "2026-11-22", Grade: "easy", Version: 2},
		} {
			if got, ok, err := s.Daily(t.Context(), other); ok || err != nil {
				t.Errorf("Daily(%+v) = %+v, %t, %v", other, got, ok, err)
			}
		}
	})
}

func TestDropDeals(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		pool(t, s, "free-cell")
		old, current := pooled(t, s, "free-cell", "easy", 1), pooled(t, s, "free-cell", "easy", 2)
		current.Epoch++
		add(t, s, true, old, current)
		day := winnable.Day{Game: "free-cell", Date: "2026-11-22", Version: 1}
		if err := s.PutDaily(t.Context(), day, old); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int64{2, 0} {
			if n, err := s.DropDeals(t.Context(), current.Epoch); n != want || err != nil {
				t.Errorf("DropDeals = %d, %v, want %d", n, err, want)
			}
		}
		if _, ok, err := s.Daily(t.Context(), day); ok || err != nil {
			t.Errorf("daily deal of an old epoch: %t, %v", ok, err)
		}
		old.Epoch = current.Epoch
		add(t, s, true, old) // under a new number
		current.Number, old.Number = 2, 3
		wantDeals(t, s, "", 1, 99, 9, current, old)
	})
}

func TestDamagedDeals(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		pool(t, s, "free-cell")
		day := winnable.Day{Game: "free-cell", Date: "2026-11-22", Version: 1}
		for i, damage := range []string{
			`seed = 'solvitaire:99'`, `length = length + 1`, `grade = 'expert'`, `score = 2`, `components = '{"a":1}'`, `epoch = 7`,
		} {
			d := pooled(t, s, "free-cell", "easy", i)
			add(t, s, true, d)
			if err := s.PutDaily(t.Context(), day, d); err != nil {
				t.Fatal(err)
			}
			if got, ok, err := s.Daily(t.Context(), day); got != d || !ok || err != nil {
				t.Errorf("mended: %+v, %t, %v", got, ok, err)
			}
			for _, table := range []string{"winnable_deals", "daily_deals"} {
				e.damage(t, s, fmt.Sprintf(`UPDATE %s SET %s WHERE id = '%s'`, table, damage, d.ID))
			}
			if got, ok, err := s.Daily(t.Context(), day); ok || err != nil {
				t.Errorf("%s: %+v, %t, %v", damage, got, ok, err)
			}
		}
		wantDeals(t, s, "", 1, 99, 9)
		if got, found, err := s.FindDeal(t.Context(), "free-cell", pooled(t, s, "free-cell", "easy", 0).ID); found || err != nil {
			t.Errorf("damaged: %+v, %t, %v", got, found, err)
		}
		behind := pooled(t, s, "free-cell", "easy", 50)
		add(t, s, true, behind)
		behind.Number = 7
		wantDeals(t, s, "", 1, 99, 1, behind) // what is damaged does not hide what follows
		wantDeals(t, s, "easy", 2, 99, 2, behind)
	})
}

func TestDealsContextEnds(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		pool(t, s, "free-cell")
		d := pooled(t, s, "free-cell", "easy", 1)
		day := winnable.Day{Game: "free-cell", Date: "2026-11-22", Version: 1}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for what, call := range map[string]func() error{
			"OpenPool":   func() error { return s.OpenPool(ctx, "klondike", "x") },
			"Pool":       func() error { _, _, err := s.Pool(ctx, "free-cell"); return err },
			"Claim":      func() error { _, err := s.Claim(ctx, "free-cell"); return err },
			"AddDeal":    func() error { _, err := s.AddDeal(ctx, d); return err },
			"ListDeals":  func() error { _, err := s.ListDeals(ctx, "free-cell", "", 1, 9, 9); return err },
			"FindDeal":   func() error { _, _, err := s.FindDeal(ctx, "free-cell", d.ID); return err },
			"CountDeals": func() error { _, err := s.CountDeals(ctx, "free-cell", Seen{}); return err },
			"Daily":      func() error { _, _, err := s.Daily(ctx, day); return err },
			"PutDaily":   func() error { return s.PutDaily(ctx, day, d) },
			"DropDeals":  func() error { _, err := s.DropDeals(ctx, 9); return err },
		} {
			if err := call(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}
