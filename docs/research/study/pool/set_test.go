package pool

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// kept is what a simple pool has of a deal.
type kept struct {
	verdict packed.Verdict
	by      packed.Method
}

// TestSet pools random ranges as a map does.
func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	subjects := []packed.Subject{golf, {Game: "golf", Rules: golf.Rules, Scheme: "microsoft", Epoch: 1}, {Rules: `{}`, Player: "yan n=2", Scheme: "solvitaire"}}
	methods := []packed.Method{{Engine: "v1", States: 1000}, {Engine: "v2", States: 1000}, {Engine: "v2", Time: time.Second}}
	contradictions, replaced := 0, 0
	for range 100 {
		var pool Set
		simple := map[packed.Subject]map[int64]kept{}
		for _, of := range subjects {
			simple[of] = map[int64]kept{}
		}
		for range 1 + random.IntN(12) {
			of, by := subjects[random.IntN(len(subjects))], methods[random.IntN(len(methods))]
			r := &packed.Range{Subject: of, Method: by, First: random.Int64N(60)}
			for range random.Int64N(40) {
				seed := r.Last() + 1
				// Verdicts mostly agree: a deal is winnable if its number is even.
				v := []packed.Verdict{packed.NotCounted, packed.Unknown, packed.Winnable, packed.Winnable, packed.Winnable}[random.IntN(5)]
				if v == packed.Unknown && of.Player != "" {
					v = packed.NotCounted
				}
				if v == packed.Winnable && (seed%2 == 1) != (random.IntN(500) == 0) {
					v = packed.Unwinnable
				}
				r.Append(v)
			}
			before := r.Clone()
			err := pool.Add(r)
			if !reflect.DeepEqual(r, before) {
				t.Fatal("the range was changed")
			}
			wrong := int64(-1)
			for seed := r.First; seed <= r.Last() && wrong < 0; seed++ {
				if a, b := simple[of][seed].verdict, r.At(seed); a != b && a.Proven() && b.Proven() {
					wrong = seed
				}
			}
			if wrong >= 0 {
				contradictions++
				c, named := errors.AsType[*packed.Contradiction](err)
				if !named || c.Subject != of || simple[of][c.Seed].verdict != c.First || r.At(c.Seed) != c.Second || c.First == c.Second {
					t.Fatalf("deal %d has two verdicts, but %v", wrong, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for seed := r.First; seed <= r.Last(); seed++ {
				switch old, v := simple[of][seed].verdict, r.At(seed); {
				case v == packed.NotCounted:
				case old == packed.NotCounted:
					simple[of][seed] = kept{v, by}
				case old == packed.Unknown && (v.Proven() || v == packed.Unknown && by.States > simple[of][seed].by.States && simple[of][seed].by.States > 0):
					replaced++
					simple[of][seed] = kept{v, by}
				}
			}
		}
		same(t, &pool, simple)
		// What is written and read, in any order, is the same.
		ranges := written(t, pool.Ranges()...)
		random.Shuffle(len(ranges), func(i, j int) { ranges[i], ranges[j] = ranges[j], ranges[i] })
		var again Set
		for _, r := range ranges {
			if err := again.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(again.Ranges(), pool.Ranges()) {
			t.Fatalf("%+v\nwas written and read as\n%+v", pool.Ranges(), again.Ranges())
		}
	}
	if contradictions < 5 || replaced < 50 {
		t.Errorf("%d contradictions, %d unknown verdicts replaced", contradictions, replaced)
	}
}

// same compares a set with a map.
func same(t *testing.T, pool *Set, want map[packed.Subject]map[int64]kept) {
	t.Helper()
	n := 0
	for _, r := range pool.Ranges() {
		if r.At(r.First) == packed.NotCounted || r.At(r.Last()) == packed.NotCounted {
			t.Fatalf("range %d-%d has an end that is not counted", r.First, r.Last())
		}
		var tally stats.Tally
		for seed := r.First; seed <= r.Last(); seed++ {
			v := r.At(seed)
			if v == packed.NotCounted {
				continue
			}
			n++
			if got := (kept{v, r.Method}); got != want[r.Subject][seed] {
				t.Fatalf("%+v %d: %+v, want %+v", r.Subject, seed, got, want[r.Subject][seed])
			}
			switch {
			case r.Player != "" && v == packed.Winnable:
				tally.Won++
			case r.Player != "":
				tally.Lost++
			case v == packed.Winnable:
				tally.Winnable++
			case v == packed.Unwinnable:
				tally.Unwinnable++
			default:
				tally.Unknown++
			}
		}
		if r.Tally() != tally {
			t.Fatalf("%+v, want %+v", r.Tally(), tally)
		}
	}
	for _, deals := range want {
		n -= len(deals)
	}
	if n != 0 {
		t.Fatalf("%d deals too many", n)
	}
}

// TestBridged has two ranges of one method. They are one if all deals between them are counted, and
// if these are few.
func TestBridged(t *testing.T) {
	few, many := packed.Method{Engine: "few"}, packed.Method{Engine: "many"}
	for _, test := range []struct {
		between string
		want    int
	}{{"wu?", 2}, {"w-?", 3}, {strings.Repeat("w", mostBridged), 2}, {strings.Repeat("w", mostBridged+1), 3}} {
		var pool Set
		for _, r := range []*packed.Range{
			someRange(golf, few, 1, "w?u"), someRange(golf, many, 4, test.between), someRange(golf, few, 4+int64(len(test.between)), "uu"),
		} {
			if err := pool.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		got := pool.Ranges()
		if len(got) != test.want || got[0].At(5) != packed.NotCounted || got[len(got)-1].Engine == "few" && got[len(got)-1].Last()-got[len(got)-1].First != 1 {
			t.Errorf("%.5s: %+v", test.between, got)
		}
	}
}

// TestContradiction names a deal with two verdicts, and both methods, and adds nothing.
func TestContradiction(t *testing.T) {
	var pool Set
	if err := pool.Add(someRange(golf, packed.Method{Engine: "v1"}, 1, "wwu?")); err != nil {
		t.Fatal(err)
	}
	err := pool.Add(someRange(golf, packed.Method{Engine: "v2"}, 2, "wwwwww"))
	if err == nil || err.Error() != `golf solvitaire:3 is unwinnable by engine "v1" and winnable by engine "v2"` {
		t.Error(err)
	}
	if got := pool.Ranges(); len(got) != 1 || got[0].Tally() != (stats.Tally{Winnable: 2, Unwinnable: 1, Unknown: 1}) {
		t.Errorf("%+v", got)
	}
	// Verdicts of two epochs, or of two solvers, may differ.
	for _, change := range []func(s *packed.Subject){func(s *packed.Subject) { s.Epoch++ }, func(s *packed.Subject) { s.Source = "another" }} {
		other := someRange(golf, packed.Method{}, 1, "uuww")
		change(&other.Subject)
		if err := pool.Add(other); err != nil {
			t.Error(err)
		}
	}
	if got := pool.Ranges(); len(got) != 3 {
		t.Errorf("%+v", got)
	}
}

// golf is what ranges of tests count.
var golf = packed.Subject{Game: "golf", Rules: `{"hole":true}`, Scheme: "solvitaire", Epoch: 1}

// someRange returns a range with these verdicts: w is winnable, u unwinnable, ? unknown, - not counted.
func someRange(of packed.Subject, by packed.Method, first int64, verdicts string) *packed.Range {
	r := &packed.Range{Subject: of, Method: by, First: first}
	for _, v := range verdicts {
		r.Append(packed.Verdict(strings.IndexRune("-wu?", v)))
	}
	return r
}

// written returns ranges as a file has them.
func written(t *testing.T, ranges ...*packed.Range) (list []*packed.Range) {
	t.Helper()
	var file bytes.Buffer
	for _, r := range ranges {
		if err := packed.Write(&file, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := packed.Each(&file, func(r *packed.Range) error {
		list = append(list, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}
