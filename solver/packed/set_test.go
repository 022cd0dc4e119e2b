package packed

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// kept is what a simple pool has of a deal.
type kept struct {
	verdict Verdict
	by      Method
}

// TestSet pools random ranges as a map does.
func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	subjects := []Subject{golf, {Game: "golf", Rules: golf.Rules, Scheme: "microsoft", Epoch: 1}, {Rules: `{}`, Player: "yan n=2", Scheme: "solvitaire"}}
	methods := []Method{{Engine: "v1", States: 1000}, {Engine: "v2", States: 1000}, {Engine: "v2", Time: time.Second}}
	contradictions, replaced := 0, 0
	for range 100 {
		var pool Set
		simple := map[Subject]map[int64]kept{}
		for _, of := range subjects {
			simple[of] = map[int64]kept{}
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
			added, err := pool.AddNew(r)
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
				c, named := errors.AsType[*Contradiction](err)
				if !named || c.Subject != of || simple[of][c.Seed].verdict != c.First || r.At(c.Seed) != c.Second || c.First == c.Second {
					t.Fatalf("deal %d has two verdicts, but %v", wrong, err)
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
				before := simple[of][seed]
				switch old, v := simple[of][seed].verdict, r.At(seed); {
				case v == NotCounted:
				case old == NotCounted:
					simple[of][seed] = kept{v, by}
				case old == Unknown && (v.Proven() || v == Unknown && by.States > simple[of][seed].by.States && simple[of][seed].by.States > 0):
					replaced++
					simple[of][seed] = kept{v, by}
				}
				if changed := simple[of][seed] != before; changed != (added.At(seed) != NotCounted) || changed && added.At(seed) != r.At(seed) {
					t.Fatalf("deal %d is %s among what is new; changed: %t", seed, added.At(seed), changed)
				}
			}
		}
		same(t, &pool, simple)
		// What is written and read, in any order, is the same.
		ranges := read(t, write(t, pool.Ranges()...))
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
func same(t *testing.T, pool *Set, want map[Subject]map[int64]kept) {
	t.Helper()
	n := 0
	for _, r := range pool.Ranges() {
		if r.at(0) == NotCounted || r.at(r.deals-1) == NotCounted {
			t.Fatalf("range %d-%d has an end that is not counted", r.First, r.Last())
		}
		var tally stats.Tally
		for seed := r.First; seed <= r.Last(); seed++ {
			v := r.At(seed)
			if v == NotCounted {
				continue
			}
			n++
			if got := (kept{v, r.Method}); got != want[r.Subject][seed] {
				t.Fatalf("%+v %d: %+v, want %+v", r.Subject, seed, got, want[r.Subject][seed])
			}
			switch {
			case r.Player != "" && v == Winnable:
				tally.Won++
			case r.Player != "":
				tally.Lost++
			case v == Winnable:
				tally.Winnable++
			case v == Unwinnable:
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
	few, many := Method{Engine: "few"}, Method{Engine: "many"}
	for _, test := range []struct {
		between string
		want    int
	}{{"wu?", 2}, {"w-?", 3}, {strings.Repeat("w", mostBridged), 2}, {strings.Repeat("w", mostBridged+1), 3}} {
		var pool Set
		for _, r := range []*Range{
			someRange(golf, few, 1, "w?u"), someRange(golf, many, 4, test.between), someRange(golf, few, 4+int64(len(test.between)), "uu"),
		} {
			if err := pool.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		got := pool.Ranges()
		if len(got) != test.want || got[0].At(5) != NotCounted || got[len(got)-1].Engine == "few" && got[len(got)-1].deals != 2 {
			t.Errorf("%.5s: %+v", test.between, got)
		}
	}
}

// TestContradiction names a deal with two verdicts, and both methods, and adds nothing.
func TestContradiction(t *testing.T) {
	var pool Set
	if err := pool.Add(someRange(golf, Method{Engine: "v1"}, 1, "wwu?")); err != nil {
		t.Fatal(err)
	}
	err := pool.Add(someRange(golf, Method{Engine: "v2"}, 2, "wwwwww"))
	if err == nil || err.Error() != `golf solvitaire:3 is unwinnable by engine "v1" and winnable by engine "v2"` {
		t.Error(err)
	}
	if got := pool.Ranges(); len(got) != 1 || got[0].Tally() != (stats.Tally{Winnable: 2, Unwinnable: 1, Unknown: 1}) {
		t.Errorf("%+v", got)
	}
	// Verdicts of another epoch, and those of another solver, need not agree.
	for _, change := range []func(s *Subject){func(s *Subject) { s.Epoch++ }, func(s *Subject) { s.Source = "another" }} {
		other := someRange(golf, Method{}, 1, "uuww")
		change(&other.Subject)
		if err := pool.Add(other); err != nil {
			t.Error(err)
		}
	}
	if got := pool.Ranges(); len(got) != 3 {
		t.Errorf("%+v", got)
	}
}

// TestSetIsBounded refuses more deals than fit into memory.
func TestSetIsBounded(t *testing.T) {
	pool := Set{deals: mostDeals - 2}
	if err := pool.Add(someRange(golf, Method{}, 1, "wuw")); err == nil {
		t.Error("3 deals were added where 2 had room")
	}
	if err := pool.Add(someRange(golf, Method{}, 1, "wu")); err != nil {
		t.Error(err)
	}
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

// TestTallies reads a table.
func TestTallies(t *testing.T) {
	by := Method{Engine: "v1, or so", States: 1000, Time: 1500 * time.Millisecond, Memory: 1 << 20}
	played := Subject{Game: "golf", Rules: golf.Rules, Player: "yan n=2", Scheme: "solvitaire", Epoch: 1}
	ranges := []*Range{someRange(golf, by, 3, "wwu?-w"), someRange(played, Method{}, 1, "wu-w")}
	digest := DigestOf(golf.Rules)
	header := strings.Join(columns, ",")
	table := fmt.Sprintf("%s\ngolf,%x,,,solvitaire,3,8,\"v1, or so\",1,1000,1500,1048576,3,1,1,0,0\ngolf,%[2]x,yan n=2,,solvitaire,1,4,,1,0,0,0,0,0,0,2,1\n", header, digest)
	list, err := ReadTallies([]byte(table))
	if want := []Count{ranges[0].Counted(), ranges[1].Counted()}; err != nil || !reflect.DeepEqual(list, want) {
		t.Fatalf("%+v, want %+v (%v)", list, want, err)
	}
	c := list[0]
	if c.First != 3 || c.Last != 8 || c.Tally != (stats.Tally{Winnable: 3, Unwinnable: 1, Unknown: 1}) || c.Method != by || c.Epoch != 1 {
		t.Errorf("%+v", c)
	}
	if list[1].Tally != (stats.Tally{Won: 2, Lost: 1}) || list[1].Digest != c.Digest {
		t.Errorf("%+v", list[1])
	}
	for what, change := range map[string][2]string{
		"a wrong digest": {"golf,", "golf,x"}, "a negative number": {",1000,", ",-1000,"}, "more deals than seeds": {",3,8,", ",3,4,"}, "no number": {",3,8,", ",3,,"},
	} {
		if text := strings.Replace(table, change[0], change[1], 1); text == table {
			t.Errorf("%s: not changed", what)
		} else if _, err := ReadTallies([]byte(text)); err == nil {
			t.Errorf("%s: read\n%s", what, text)
		}
	}
	for _, text := range []string{"", "game,rules\n", header + "\ngolf\n"} {
		if _, err := ReadTallies([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
