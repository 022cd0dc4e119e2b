package packed

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

// TestKnown adds random ranges, as a map does.
func TestKnown(t *testing.T) {
	type found struct {
		verdict Verdict
		by      Method
	}
	random := rand.New(rand.NewPCG(3, 4))
	subjects := []Subject{golf, {Game: "golf", Rules: golf.Rules, Scheme: "microsoft", Epoch: 1}, {Rules: `{}`, Player: "yan n=2", Scheme: "solvitaire"}}
	methods := []Method{{Engine: "v1", States: 1000}, {Engine: "v2", States: 2000}, {Engine: "v2", Time: time.Second}}
	contradictions, replaced := 0, 0
	for range 100 {
		var known Known
		simple := map[Subject]map[int64]found{}
		for _, of := range subjects {
			simple[of] = map[int64]found{}
		}
		for range 1 + random.IntN(12) {
			of, by := subjects[random.IntN(len(subjects))], methods[random.IntN(len(methods))]
			r := &Range{Subject: of, Method: by, First: random.Int64N(60)}
			for range random.Int64N(40) {
				seed := r.Last() + 1
				// Verdicts mostly agree: a deal is winnable if its number is even.
				v := []Verdict{NotCounted, Unknown, Winnable, Winnable, Winnable}[random.IntN(5)]
				if v == Unknown && of.Player != "" {
					v = NotCounted
				}
				if v == Winnable && (seed%2 == 1) != (random.IntN(500) == 0) {
					v = Unwinnable
				}
				r.Append(v)
			}
			before := r.Clone()
			added, err := known.Add(r)
			if !reflect.DeepEqual(r, before) {
				t.Fatal("the range was changed")
			}
			wrong := false
			for seed := r.First; seed <= r.Last(); seed++ {
				a, b := simple[of][seed].verdict, r.At(seed)
				wrong = wrong || a != b && a.Proven() && b.Proven()
			}
			if wrong {
				contradictions++
				c, named := errors.AsType[*Contradiction](err)
				if !named || c.Subject != of || simple[of][c.Seed].verdict != c.First || r.At(c.Seed) != c.Second || c.First == c.Second {
					t.Fatalf("a deal has two verdicts, but %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if added == nil {
				added = &Range{}
			}
			for seed := r.First; seed <= r.Last(); seed++ {
				old, v := simple[of][seed], r.At(seed)
				news := v != NotCounted && old.verdict == NotCounted
				if old.verdict == Unknown && (v.Proven() || v == Unknown && by.States > old.by.States && old.by.States > 0) {
					news = true
					replaced++
				}
				if news {
					simple[of][seed] = found{v, by}
				}
				if news != (added.At(seed) != NotCounted) || news && (added.At(seed) != v || added.Method != by || added.Subject != of) {
					t.Fatalf("deal %d is %s among what is new; new: %t", seed, added.At(seed), news)
				}
			}
		}
	}
	if contradictions < 5 || replaced < 50 {
		t.Errorf("%d contradictions, %d unknown verdicts replaced", contradictions, replaced)
	}
}

// TestContradiction names a deal with two verdicts, and both methods, and adds nothing.
func TestContradiction(t *testing.T) {
	var known Known
	if _, err := known.Add(someRange(golf, Method{Engine: "v1"}, 1, "wwu?")); err != nil {
		t.Fatal(err)
	}
	_, err := known.Add(someRange(golf, Method{Engine: "v2"}, 2, "wwwwww"))
	if err == nil || err.Error() != `golf solvitaire:3 is unwinnable by engine "v1" and winnable by engine "v2"` {
		t.Error(err)
	}
	if added, err := known.Add(someRange(golf, Method{}, 1, "wwuuu")); err != nil || !reflect.DeepEqual(added, someRange(golf, Method{}, 4, "uu")) {
		t.Errorf("%+v, %v", added, err)
	}
	// Verdicts of two epochs, or of two solvers, may differ.
	for _, change := range []func(s *Subject){func(s *Subject) { s.Epoch++ }, func(s *Subject) { s.Source = "another" }} {
		other := someRange(golf, Method{}, 1, "uuww")
		change(&other.Subject)
		if _, err := known.Add(other); err != nil {
			t.Error(err)
		}
	}
}

// TestKnownIsBounded refuses more deals than fit into memory.
func TestKnownIsBounded(t *testing.T) {
	known := Known{deals: mostDeals - 2}
	if _, err := known.Add(someRange(golf, Method{}, 1, "wuw")); err == nil {
		t.Error("3 deals were added where 2 had room")
	}
	if _, err := known.Add(someRange(golf, Method{}, 1, "wu")); err != nil {
		t.Error(err)
	}
}

// TestAppendAt leaves out deals, and refuses earlier ones and more than a range may have.
func TestAppendAt(t *testing.T) {
	r := someRange(golf, Method{}, 1, "w")
	for _, seed := range []int64{1, 1 + mostDeals} {
		if err := r.AppendAt(seed, Winnable); err == nil {
			t.Errorf("deal %d was appended", seed)
		}
	}
	if err := r.AppendAt(4, Unknown); err != nil || !reflect.DeepEqual(r, someRange(golf, Method{}, 1, "w--?")) {
		t.Errorf("%+v, %v", r, err)
	}
}
