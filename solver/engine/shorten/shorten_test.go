package shorten

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// tinyGames are games of small decks that together use every rule about moving cards.
var tinyGames = map[string]string{
	"cells":        `{"max rank":2,"tableau piles":{"count":2,"build policy":"red-black"},"cells":{"count":2}}`,
	"cells filled": `{"max rank":2,"tableau piles":{"count":2,"build policy":"any-suit","spaces policy":"kings"},"cells":{"count":2,"pre-filled":1},"foundations":{"removable":true}}`,
	"castle":       `{"max rank":2,"tableau piles":{"count":4}}`,
	"groups":       `{"max rank":2,"tableau piles":{"count":3,"build policy":"red-black","move built group":"yes"}}`,
	"whole piles":  `{"max rank":3,"tableau piles":{"count":5,"build policy":"same-suit","move built group":"whole-pile"},"foundations":{"base card":"2"}}`,
	"any cards":    `{"max rank":2,"tableau piles":{"count":3,"build policy":"red-black","move built group":"any","face up cards":"top"}}`,
	"klondike":     `{"max rank":2,"tableau piles":{"count":2,"diagonal deal":true,"build policy":"red-black","move built group":"yes","face up cards":"top","spaces policy":"kings"},"foundations":{"removable":true},"stock":{"size":5,"deal count":2,"redeal":true}}`,
	"draw one":     `{"max rank":2,"tableau piles":{"count":2,"build policy":"red-black"},"stock":{"size":5,"redeal":true}}`,
	"two redeals":  `{"max rank":2,"tableau piles":{"count":2,"build policy":"any-suit"},"stock":{"size":5,"deal count":2,"redeals":2}}`,
	"spider":       `{"max rank":2,"suits":1,"tableau piles":{"count":3,"build policy":"any-suit","move built group":"yes","move built group policy":"same-suit"},"foundations":{"only complete pile moves":true},"stock":{"size":3,"deal type":"tableau piles","deal onto spaces":false}}`,
	"canfield":     `{"max rank":2,"tableau piles":{"count":2,"build policy":"red-black","move built group":"whole-pile","spaces policy":"auto-reserve-then-any"},"foundations":{"initial cards":"one","base card":"random"},"reserve":{"size":2,"stacked":true},"stock":{"size":3,"deal count":2,"redeal":true}}`,
	"waste fills":  `{"max rank":2,"tableau piles":{"count":2,"build policy":"any-suit","spaces policy":"auto-waste-then-stock"},"stock":{"size":4}}`,
	"two decks":    `{"max rank":1,"two decks":true,"suits":2,"tableau piles":{"count":2,"build policy":"any-suit"},"reserve":{"size":3},"cells":{"count":1}}`,
}

func tiny(t *testing.T, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Parse([]byte(tinyGames[name]))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &r
}

// dealt returns the problem of a numbered deal.
func dealt(t *testing.T, r *rules.Rules, number uint64) *solver.Problem {
	t.Helper()
	at, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(*r, at)
}

// fingerprint returns a key of a position. Piles are not reordered.
func fingerprint(p *deal.Position) string {
	var b []byte
	pile := func(cards []card.Card) {
		for _, c := range cards {
			b = append(b, byte(c))
		}
		b = append(b, 255)
	}
	for _, c := range p.Tableau {
		b = append(b, byte(c.Down))
		pile(c.Cards)
	}
	pile(p.Cells)
	pile(p.Reserve)
	pile(p.Stock)
	pile(p.Waste)
	for _, h := range p.Foundations {
		b = append(b, byte(h))
	}
	return string(append(b, byte(p.RedealsLeft), byte(p.Hole)))
}

// shortest returns a shortest line from a position to one that is wanted, over the referee's
// moves; false if there is none, or if there are too many positions.
func shortest(r *rules.Rules, p *deal.Position, wanted func(*game.State) bool) ([]game.Move, bool) {
	type place struct {
		at     deal.Position
		before string
		move   game.Move
		length int
		done   bool
	}
	seen := map[string]*place{}
	canonical := func(p *deal.Position) string {
		q, _ := p.Canonical(r)
		for i := 0; i < len(q.Foundations); i += r.Copies() {
			slices.Sort(q.Foundations[i : i+r.Copies()])
		}
		return fingerprint(&q)
	}
	start := canonical(p)
	seen[start] = &place{at: p.Clone()}
	buckets := [][]string{{start}}
	for d := 0; d < len(buckets); d++ {
		for i := 0; i < len(buckets[d]); i++ {
			key := buckets[d][i]
			here := seen[key]
			if here.done || here.length != d {
				continue
			}
			here.done = true
			s := game.New(r, &here.at)
			if wanted(s) {
				var line []game.Move
				for ; key != start; key = seen[key].before {
					line = append(line, seen[key].move)
				}
				slices.Reverse(line)
				return line, true
			}
			if len(seen) > mostPositions {
				return nil, false
			}
			for _, m := range s.Legal() {
				s.Do(m)
				q := s.Position()
				m = s.Last()
				s.Undo()
				length := d + game.Length([]game.Move{m})
				f := canonical(&q)
				if there := seen[f]; there == nil || there.length > length {
					seen[f] = &place{q, key, m, length, false}
					for len(buckets) <= length {
						buckets = append(buckets, nil)
					}
					buckets[length] = append(buckets[length], f)
				}
			}
		}
	}
	return nil, false
}

// wander makes random moves from a position. It returns them and the position after them.
func wander(random *rand.Rand, r *rules.Rules, p *deal.Position, most int) ([]game.Move, deal.Position) {
	s := game.New(r, p)
	var line []game.Move
	for range random.IntN(most + 1) {
		legal := s.Legal()
		if len(legal) == 0 || s.Won() {
			break
		}
		s.Do(legal[random.IntN(len(legal))])
		line = append(line, s.Last())
	}
	return line, s.Position()
}

// mostPositions is the limit of positions of shortest.
const mostPositions = 3000

func won(s *game.State) bool { return s.Won() }

// play returns the position after moves.
func play(t *testing.T, r *rules.Rules, p *deal.Position, moves []game.Move) deal.Position {
	t.Helper()
	outcome := game.Replay(r, p, moves)
	if !outcome.Legal {
		t.Fatalf("the test's own line is illegal: %s", outcome.Reason)
	}
	return outcome.Position
}

// check shortens a line and verifies the result.
func check(t *testing.T, p *solver.Problem, line []game.Move) []game.Move {
	t.Helper()
	before := slices.Clone(line)
	short := Line(nil, p, line)
	outcome := p.Replay(short)
	if !outcome.Legal || !outcome.Won || game.Length(short) > game.Length(line) {
		t.Fatalf("%s: %d moves became %d: %+v", p.Text(), game.Length(line), game.Length(short), outcome)
	}
	if !slices.EqualFunc(line, before, game.Move.Equal) {
		t.Fatal("the line that was given has changed")
	}
	return short
}

// TestTinyGames shortens lines that wander before they win, and shortest lines with a detour
// inserted. Of the latter only the shortest may be left.
func TestTinyGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	all, deals := 0, uint64(40)
	if testing.Short() {
		deals = 30
	}
	for _, name := range slices.Sorted(maps.Keys(tinyGames)) {
		r := tiny(t, name)
		wandered, detours, shorter := 0, 0, 0
		for number := uint64(1); number <= deals; number++ {
			p := dealt(t, r, number)
			start := p.Position()
			best, winnable := shortest(r, &start, won)
			if !winnable {
				continue
			}
			walk, at := wander(random, r, &start, 30)
			if rest, ok := shortest(r, &at, won); ok {
				line := slices.Concat(walk, rest)
				short := check(t, p, line)
				if game.Length(short) < game.Length(best) {
					t.Fatalf("%s %d: %d moves, but %d is the least", name, number, game.Length(short), game.Length(best))
				}
				wandered++
				if game.Length(short) < game.Length(line) {
					shorter++
				}
			}
			cut := random.IntN(len(best))
			from := play(t, r, &start, best[:cut])
			loop, at := wander(random, r, &from, 6)
			home := fingerprint(&from)
			back, ok := shortest(r, &at, func(s *game.State) bool { return fingerprint(s.Table()) == home })
			if !ok || len(loop)+len(back) == 0 {
				continue
			}
			detours++
			line := slices.Concat(best[:cut], loop, back, best[cut:])
			if short := check(t, p, line); game.Length(short) != game.Length(best) {
				t.Fatalf("%s %d: a detour of %d moves leaves %d of %d", name, number, len(loop)+len(back), game.Length(short), game.Length(best))
			}
		}
		all += detours
		t.Logf("%-14s %d lines wandered, %d of them got shorter; %d had a detour", name, wandered, shorter, detours)
		if wandered < 3 || shorter == 0 {
			t.Errorf("%s: only %d lines that wander, %d of which got shorter", name, wandered, shorter)
		}
	}
	if all < 30 {
		t.Errorf("only %d lines with a detour", all)
	}
}

// TestOptions compares the options of random positions with the referee's moves: they must lead
// to the same states, and no others.
func TestOptions(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for _, name := range slices.Sorted(maps.Keys(tinyGames)) {
		r := tiny(t, name)
		for number := uint64(1); number <= 40; number++ {
			p := dealt(t, r, number)
			start := p.Position()
			_, at := wander(random, r, &start, 20)
			var spent int64
			table := newTable(r, &at, false, &spent)
			have := map[uint64]bool{}
			for _, o := range table.options(nil) {
				have[o.key] = true
				before := table.key
				table.take(o)
				if fresh := newTable(r, table.at, false, &spent); table.key != o.key || fresh.key != o.key {
					t.Fatalf("%s %d: the key after %v is %x, was predicted as %x and is %x recomputed", name, number, o, table.key, o.key, fresh.key)
				}
				table.back(o)
				if table.key != before || newTable(r, table.at, false, &spent).key != before {
					t.Fatalf("%s %d: %v was not undone", name, number, o)
				}
			}
			legal := map[uint64]bool{} // moves that differ only in the order of places have one key
			for _, m := range table.state.Legal() {
				table.do(m)
				key := table.key
				table.undo()
				legal[key] = true
				if key != table.key && !have[key] {
					t.Fatalf("%s %d: no option stands for %s in %s", name, number, m, at.Document(r))
				}
			}
			maps.DeleteFunc(have, func(key uint64, _ bool) bool { return legal[key] })
			if len(have) > 0 {
				t.Fatalf("%s %d: %d options that the referee does not list", name, number, len(have))
			}
		}
	}
}

// TestMisplaced checks that the count of misplaced cards is the same when updated and when
// recomputed, and never more than the moves between the states.
func TestMisplaced(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for _, name := range slices.Sorted(maps.Keys(tinyGames)) {
		r := tiny(t, name)
		for number := uint64(1); number <= 40; number++ {
			p := dealt(t, r, number)
			start := p.Position()
			way, at := wander(random, r, &start, 20)
			var spent int64
			table := newTable(r, &start, false, &spent)
			table.misplaced = newMisplaced(r, table.at, &at)
			deals := slices.ContainsFunc(way, func(m game.Move) bool { return m.Action == game.Deal })
			if table.misplaced.count > len(way) && !deals {
				t.Fatalf("%s %d: %d cards are misplaced %d moves before", name, number, table.misplaced.count, len(way))
			}
			foretold := func(when string) {
				if fresh := newMisplaced(r, table.at, &at); fresh.count != table.misplaced.count {
					t.Fatalf("%s %d: %d cards misplaced %s, %d recomputed", name, number, table.misplaced.count, when, fresh.count)
				}
			}
			made := 0
			for _, m := range way {
				if m.Action == game.Deal {
					break
				}
				for _, o := range table.options(nil) {
					if o.action != game.Shift {
						continue
					}
					want := table.misplaced.after(o.head, table.ground(o.from, int(o.count)), table.ground(o.to, 0))
					table.take(o)
					if table.misplaced.count != want {
						t.Fatalf("%s %d: %d cards misplaced after %v, predicted were %d", name, number, table.misplaced.count, o, want)
					}
					table.back(o)
				}
				table.do(m)
				made++
				foretold("after " + m.String())
			}
			for range made {
				table.undo()
				foretold("after undoing")
			}
		}
	}
}

// TestSchedule reschedules a stock in which the first card of the waste could have been played at
// once, and the last one blocked nothing.
func TestSchedule(t *testing.T) {
	r, err := rules.Parse([]byte(`{"max rank":2,"tableau piles":{"count":1,"build policy":"no-build"},"stock":{"size":6,"redeal":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, &r, `{"tableau piles":[["2C","AC"]],"stock":["2S","2H","2D","AS","AH","AD"]}`)
	up := func(from, c string) string {
		return `{"action":"move","from":"` + from + `","to":"foundation/` + c[1:] + `","cards":["` + c + `"]}`
	}
	draw, redeal := `{"action":"draw","count":1}`, `{"action":"redeal"}`
	line := moves(
		t, draw, draw, draw, up("waste", "AS"), draw, draw, draw, redeal, draw, draw, up("waste", "AH"), draw, draw, draw, redeal,
		draw, up("waste", "AD"), up("tableau/1", "AC"), draw, up("waste", "2D"), draw, up("waste", "2H"), draw, up("waste", "2S"), up("tableau/1", "2C"),
	)
	if outcome := p.Replay(line); !outcome.Won {
		t.Fatalf("the test's own line does not win: %+v", outcome)
	}
	at := p.Position()
	s := &shortener{rules: &r, position: &at, lazy: true}
	got, path, ok := s.schedule(line)
	if outcome := p.Replay(got); !ok || !outcome.Won || game.Length(got) != 14 || len(path) != 9 {
		t.Errorf("%d moves became %d, 14 would do: %v; %+v", game.Length(line), game.Length(got), got, outcome)
	}
}

// position returns the problem of a position.
func position(t *testing.T, r *rules.Rules, document string) *solver.Problem {
	t.Helper()
	at, err := deal.Parse([]byte(document), r)
	if err != nil {
		t.Fatal(err)
	}
	return solver.NewProblem(*r, at)
}

// moves reads moves.
func moves(t *testing.T, documents ...string) []game.Move {
	t.Helper()
	list := make([]game.Move, len(documents))
	for i, text := range documents {
		if err := list[i].UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// redealt returns a line that goes through the stock the given number of times before it wins.
func redealt(t *testing.T, p *solver.Problem, times int) (line, best []game.Move) {
	t.Helper()
	start := p.Position()
	best, winnable := shortest(p.Rules(), &start, won)
	if !winnable {
		t.Fatal("the deal can't be won")
	}
	s := game.New(p.Rules(), &start)
	var pass []game.Move
	for m := (game.Move{Action: game.Draw, Count: 1}); s.Check(m) == ""; s.Do(m) {
		pass = append(pass, m)
	}
	pass = append(pass, game.Move{Action: game.Redeal})
	return slices.Concat(slices.Repeat(pass, times), best), best
}

// winnable returns the first winnable deal of a tiny game.
func winnable(t *testing.T, name string) *solver.Problem {
	t.Helper()
	r := tiny(t, name)
	for number := uint64(1); ; number++ {
		p := dealt(t, r, number)
		start := p.Position()
		if _, ok := shortest(r, &start, won); ok {
			return p
		}
	}
}

// TestMillion shortens a line of a million moves within limited memory.
func TestMillion(t *testing.T) {
	p := winnable(t, "draw one")
	line, best := redealt(t, p, 1_000_000/7)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	short := check(t, p, line)
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	if game.Length(short) != game.Length(best) {
		t.Errorf("%d moves of %d are left, %d would do", game.Length(short), game.Length(line), game.Length(best))
	}
	const most = 200 // MiB; the line itself has a hundred
	taken := (after.TotalAlloc - before.TotalAlloc) >> 20
	if taken > most || elapsed > 10*time.Second {
		t.Errorf("it took %s and %d MiB", elapsed, taken)
	}
	t.Logf("%d moves to %d: %s, %d MiB allocated", len(line), len(short), elapsed, taken)
}

// TestEffort checks that no more effort is spent than allowed.
func TestEffort(t *testing.T) {
	for _, name := range []string{"klondike", "cells", "castle"} {
		p := winnable(t, name)
		start := p.Position()
		line, _ := shortest(p.Rules(), &start, won)
		for _, most := range []int64{0, 1, 100, 1000} {
			s := &shortener{rules: p.Rules(), position: &start, most: most, lazy: mayBeLazy(p.Rules())}
			path, ok := s.path(line)
			if !ok {
				t.Fatalf("%s: the line can't be played", name)
			}
			s.spent = 0
			s.improve(path)
			// The options of one state are listed to their end.
			if s.spent > most+200 {
				t.Errorf("%s: %d spent of %d", name, s.spent, most)
			}
		}
	}
}

// TestClock checks that nothing is done once the clock has ended.
func TestClock(t *testing.T) {
	p := winnable(t, "draw one")
	line, _ := redealt(t, p, 3)
	if short := Line(enginetest.EndsAfter(0), p, line); len(short) != len(line) {
		t.Errorf("%d moves became %d after the end", len(line), len(short))
	}
}

// TestWrongLines checks that a line that does not win is returned unchanged.
func TestWrongLines(t *testing.T) {
	p := winnable(t, "draw one")
	line, _ := redealt(t, p, 2)
	for what, wrong := range map[string][]game.Move{
		"nothing":      nil,
		"cut off":      line[:len(line)-1],
		"starts later": line[len(line)-3:],
	} {
		if got := Line(nil, p, wrong); !slices.EqualFunc(got, wrong, game.Move.Equal) {
			t.Errorf("%s: %v became %v", what, wrong, got)
		}
	}
}
