package klondike

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// literal is a reference implementation of Klondike, fast enough to decide every
// position that a small deal can reach. It moves cards between columns, run by run, and
// turns the stock draw by draw. It shares no code with the engine. TestLiteral compares
// it with the referee.
type literal struct {
	rules *rules.Rules
	base  card.Rank
}

// spot is a position of the reference implementation. A card is four times its height
// on its foundation, counted from 0, plus its suit.
type spot struct {
	columns [][]byte
	down    []int
	found   [4]int
	talon   []byte // waste and stock in the order of turning
	waste   int
	redeals int
}

func (l *literal) card(x byte) card.Card {
	return deal.FoundationCard(l.rules, l.base, card.Suit(x&3), int(x>>2)+1)
}

// read converts a position to a spot.
func (l *literal) read(p *deal.Position) spot {
	x := func(c card.Card) byte {
		return byte(deal.AboveBase(l.rules, l.base, c)-1)<<2 | byte(c.Suit())
	}
	s := spot{waste: len(p.Waste), redeals: p.RedealsLeft}
	for _, column := range p.Tableau {
		var pile []byte
		for _, c := range column.Cards {
			pile = append(pile, x(c))
		}
		s.columns, s.down = append(s.columns, pile), append(s.down, column.Down)
	}
	for _, c := range p.Waste {
		s.talon = append(s.talon, x(c))
	}
	for _, c := range slices.Backward(p.Stock) {
		s.talon = append(s.talon, x(c))
	}
	copy(s.found[:], p.Foundations)
	return s
}

// position converts a spot to a position.
func (l *literal) position(s *spot) deal.Position {
	p := deal.Position{Base: l.base, Foundations: s.found[:], RedealsLeft: s.redeals}
	for i, pile := range s.columns {
		column := deal.Column{Down: s.down[i]}
		for _, x := range pile {
			column.Cards = append(column.Cards, l.card(x))
		}
		p.Tableau = append(p.Tableau, column)
	}
	for i, x := range s.talon {
		if i < s.waste {
			p.Waste = append(p.Waste, l.card(x))
		} else {
			p.Stock = append(p.Stock, l.card(x))
		}
	}
	slices.Reverse(p.Stock)
	return p.Clone()
}

// name identifies a position, whatever the order of its columns.
func (s *spot) name() string {
	piles := make([][]byte, len(s.columns))
	for i, pile := range s.columns {
		piles[i] = append([]byte{byte(s.down[i])}, pile...)
	}
	slices.SortFunc(piles, bytes.Compare)
	name := bytes.Join(piles, []byte{255})
	name = append(append(name, 255), s.talon...)
	for _, h := range s.found {
		name = append(name, byte(h))
	}
	return string(append(name, byte(s.waste), byte(s.redeals)))
}

func (s *spot) clone() *spot {
	c := *s
	c.columns = make([][]byte, len(s.columns))
	for i := range s.columns {
		c.columns[i] = slices.Clone(s.columns[i])
	}
	c.down, c.talon = slices.Clone(s.down), slices.Clone(s.talon)
	return &c
}

// onto reports whether card x may be laid at the end of a column.
func (l *literal) onto(x byte, column []byte) bool {
	if len(column) == 0 {
		return l.rules.Tableau.Spaces == rules.SpacesKings && x>>2 == byte(l.rules.MaxRank)-1
	}
	y := column[len(column)-1]
	if y>>2 != x>>2+1 {
		return false
	}
	switch l.rules.Tableau.Build {
	case rules.RedBlack:
		return card.Suit(x&3).Red() != card.Suit(y&3).Red()
	case rules.SameSuit:
		return x&3 == y&3
	}
	return true
}

// after returns the positions one move away.
func (l *literal) after(s *spot) []*spot {
	var list []*spot
	if n := len(s.talon); s.waste < n {
		next := s.clone()
		next.waste = min(n, s.waste+l.rules.Stock.Count)
		list = append(list, next)
	} else if n > 0 && s.redeals != 0 {
		next := s.clone()
		next.waste = 0
		if s.redeals > 0 {
			next.redeals--
		}
		list = append(list, next)
	}
	if s.waste > 0 {
		x := s.talon[s.waste-1]
		pick := func() *spot {
			next := s.clone()
			next.talon = slices.Delete(next.talon, s.waste-1, s.waste)
			next.waste--
			return next
		}
		if s.found[x&3] == int(x>>2) {
			next := pick()
			next.found[x&3]++
			list = append(list, next)
		}
		for to := range s.columns {
			if l.onto(x, s.columns[to]) {
				next := pick()
				next.columns[to] = append(next.columns[to], x)
				list = append(list, next)
			}
		}
	}
	if l.rules.Foundations.Removable {
		for suit, h := range s.found {
			for to := range s.columns {
				if x := byte(h-1)<<2 | byte(suit); h > 0 && l.onto(x, s.columns[to]) {
					next := s.clone()
					next.found[suit]--
					next.columns[to] = append(next.columns[to], x)
					list = append(list, next)
				}
			}
		}
	}
	for from, pile := range s.columns {
		lift := func(j int) *spot {
			next := s.clone()
			next.columns[from] = next.columns[from][:j]
			if j > 0 && j == s.down[from] {
				next.down[from]--
			}
			return next
		}
		for j := len(pile) - 1; j >= s.down[from]; j-- {
			if j < len(pile)-1 && !l.onto(pile[j+1], pile[:j+1]) {
				break
			}
			x := pile[j]
			if j == len(pile)-1 && s.found[x&3] == int(x>>2) {
				next := lift(j)
				next.found[x&3]++
				list = append(list, next)
			}
			for to := range s.columns {
				if to != from && l.onto(x, s.columns[to]) {
					next := lift(j)
					next.columns[to] = append(next.columns[to], pile[j:]...)
					list = append(list, next)
				}
			}
		}
	}
	return list
}

func (l *literal) won(s *spot) bool {
	up := 0
	for _, h := range s.found {
		up += h
	}
	return up == 4*int(l.rules.MaxRank)
}

// graph is all positions that a deal can reach.
type graph struct {
	spots    []*spot
	winnable []bool
	wins     int // number of winnable positions
}

// explore returns the graph of a position, which comes first in it. It returns false if
// there are limit positions or more.
func (l *literal) explore(first *spot, limit int) (*graph, bool) {
	g := &graph{spots: []*spot{first}}
	number := map[string]int{first.name(): 0}
	var before [][]int
	before = append(before, nil)
	for i := 0; i < len(g.spots); i++ {
		if len(g.spots) >= limit {
			return nil, false
		}
		for _, next := range l.after(g.spots[i]) {
			name := next.name()
			j, seen := number[name]
			if !seen {
				j = len(g.spots)
				number[name] = j
				g.spots, before = append(g.spots, next), append(before, nil)
			}
			before[j] = append(before[j], i)
		}
	}
	g.winnable = make([]bool, len(g.spots))
	var queue []int
	reach := func(i int) {
		if !g.winnable[i] {
			g.winnable[i] = true
			g.wins++
			queue = append(queue, i)
		}
	}
	for i, s := range g.spots {
		if l.won(s) {
			reach(i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range before[queue[0]] {
			reach(i)
		}
	}
	return g, true
}

// drawn draws rules and a position: mostly a deck of three to nine ranks, with as many
// cards in play as brute force can take, on one to seven columns.
func drawn(t testing.TB, random *rand.Rand) (rules.Rules, deal.Position) {
	t.Helper()
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	ranks, columns := 3+random.IntN(7), 1+random.IntN(7)
	switch random.IntN(25) {
	case 0:
		ranks = 10 + random.IntN(4)
	case 1:
		ranks = 2
	case 2:
		columns += random.IntN(8)
	}
	columns = min(columns, 4*ranks)
	inPlay := min(4*ranks, 5+random.IntN(max(1, *bruteCards-4)))
	stock := random.IntN(inPlay + 1)
	switch random.IntN(4) {
	case 0:
		stock = min(stock, random.IntN(4))
	case 1:
		stock = max(stock, min(inPlay-2, 6))
	}
	document := map[string]any{
		"max rank": ranks,
		"tableau piles": map[string]any{
			"count": columns, "build policy": pick("red-black", "red-black", "red-black", "red-black", "any-suit", "any-suit", "same-suit"),
			"spaces policy": pick("kings", "kings", "kings", "kings", "no-build"), "move built group": "yes", "face up cards": "top",
		},
		"foundations": map[string]any{"removable": chance(65), "base card": pick("A", "A", "A", "2", "random")},
	}
	if stock > 0 {
		section := map[string]any{"size": stock, "deal count": []int{1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 9}[random.IntN(16)]}
		if redeals := random.IntN(12); redeals < 3 {
			section["redeals"] = redeals
		} else {
			section["redeal"] = true
		}
		document["stock"] = section
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(text)
	if err != nil {
		t.Fatal(err)
	}

	l := literal{rules: &r, base: card.Rank(1 + random.IntN(ranks))}
	if r.Foundations.Base != rules.RandomBase {
		l.base = r.Foundations.Base
	}
	s := spot{redeals: max(r.Stock.Redeals, rules.Unlimited), found: [4]int{ranks, ranks, ranks, ranks}}
	if s.redeals > 0 {
		s.redeals = random.IntN(s.redeals + 1)
	}
	for range inPlay {
		for {
			if suit := random.IntN(4); s.found[suit] > 0 {
				s.found[suit]--
				break
			}
		}
	}
	var pack []byte
	for suit, h := range s.found {
		for ; h < ranks; h++ {
			pack = append(pack, byte(h)<<2|byte(suit))
		}
	}
	random.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	s.talon, pack = pack[:stock:stock], pack[stock:]
	if stock > 0 && chance(40) {
		s.waste = random.IntN(stock + 1)
	}
	s.columns, s.down = make([][]byte, columns), make([]int, columns)
	triangle := chance(50)
	for i := 0; len(pack) > 0; i++ {
		to := random.IntN(columns)
		if triangle {
			to = i % columns
		}
		s.columns[to] = append(s.columns[to], pack[0])
		pack = pack[1:]
	}
	up := chance(30)
	for i, pile := range s.columns {
		s.down[i] = max(0, len(pile)-1)
		if up && len(pile) > 0 {
			s.down[i] = random.IntN(len(pile))
		}
	}
	return r, l.position(&s)
}

// hillClimb exchanges cards of a winnable deal so that fewer and fewer of its positions
// are winnable, and yields each deal on the way. In such deals wrong rules lose wins;
// random deals seldom show that.
func (l *literal) hillClimb(random *rand.Rand, first *spot, limit, tries int, yield func(*spot, *graph)) {
	best, g := first, (*graph)(nil)
	var places [][2]int // column, or −1 for the talon; index
	for i, pile := range first.columns {
		for j := range pile {
			places = append(places, [2]int{i, j})
		}
	}
	for j := range first.talon {
		places = append(places, [2]int{-1, j})
	}
	if len(places) < 2 {
		return
	}
	at := func(s *spot, place [2]int) *byte {
		if place[0] < 0 {
			return &s.talon[place[1]]
		}
		return &s.columns[place[0]][place[1]]
	}
	for range tries {
		next := best.clone()
		x, y := at(next, places[random.IntN(len(places))]), at(next, places[random.IntN(len(places))])
		*x, *y = *y, *x
		h, ok := l.explore(next, limit)
		if !ok || !h.winnable[0] || g != nil && h.wins*len(g.spots) > g.wins*len(h.spots) {
			continue
		}
		best, g = next, h
		yield(best, g)
	}
}

// TestLiteral compares the reference implementation with the referee.
func TestLiteral(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	for n := 0; n < 30; {
		r, p := drawn(t, random)
		l := literal{&r, p.Base}
		first := l.read(&p)
		g, ok := l.explore(&first, 600)
		if !ok {
			continue
		}
		n++
		winnable, ok := enginetest.Winnable(&r, &p, 1<<20)
		if !ok || winnable != g.winnable[0] {
			t.Fatalf("winnable %v, but by the referee %v: %s", g.winnable[0], winnable, solver.NewProblem(r, p).Text())
		}
		if _, err := deal.Parse(p.Document(&r), &r); err != nil {
			t.Fatal(err)
		}
	}
}
