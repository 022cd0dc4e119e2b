package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The oracle is a second referee, written from docs/build/rules.md, playing.md and positions.md
// alone. It reads the documents of rules and positions by itself, keeps cards as strings,
// copies the whole table for every move, and builds the legal moves up from what the
// rules allow, where package game offers every conceivable move to one test. It is slow,
// and shares only the documents with the package it checks.
type oracle struct {
	r     *oracleRules
	cols  [][]string // lower-case suit: face down
	found map[string][]string
	cells []string
	res   []string
	stock []string
	waste []string
	left  int // redeals; −1 without limit
	base  int
	hole  string
	rows  [][]string
	row   []string
	laid  [][]string // of rows that cover each other
}

type oracleRules struct {
	Tableau struct {
		Count   int
		Build   string `json:"build policy"`
		Spaces  string `json:"spaces policy"`
		Groups  string `json:"move built group"`
		Policy  string `json:"move built group policy"`
		Target  string `json:"group target"`
		BuildTo string `json:"build direction"`
		Freeze  bool   `json:"spaces freeze"`

		Packets int `json:"redeal packets"`
		Redeals int // 0: without limit
	} `json:"tableau piles"`
	Foundations struct {
		Present   bool
		Base      string `json:"base card"`
		Removable bool
		Runs      bool `json:"only complete pile moves"`
	}
	Hole struct {
		Present bool
		Loops   bool `json:"build loops"`
		Kings   bool `json:"nothing on kings"`
	}
	Stock struct {
		Size    int
		To      string `json:"deal type"`
		Count   int    `json:"deal count"`
		Redeal  bool
		Redeals int
		Spaces  *bool `json:"deal onto spaces"`
	}
	Reserve struct {
		Size    int
		Stacked bool
	}
	Accordion struct {
		Size  int
		Moves []string
		Match []string `json:"build policies"`
	}
	Sequences struct {
		Count     int
		Direction string
		Build     string `json:"build policy"`
		Fixed     bool   `json:"fixed suit"`
	}
	Rows struct {
		Shape   string
		Count   int
		Covered [][][]string `json:"covered by"`
		Sum     int          `json:"pair sum"`
		InPlay  bool         `json:"stock in play"`
		OnWaste bool         `json:"build on waste"`
		Loops   bool         `json:"build loops"`
		Goal    string
	}
	Discard struct {
		Policy string
		Sum    int
		Row    int
	}
	Max      int  `json:"max rank"`
	TwoDecks bool `json:"two decks"`
	Suits    *int
}

// consult lays out a position for the oracle.
func consult(t testing.TB, r *rules.Rules, p *deal.Position) *oracle {
	t.Helper()
	var o oracleRules
	if err := json.Unmarshal(r.Canonical(), &o); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Tableau     [][]string `json:"tableau piles"`
		Foundations json.RawMessage
		Base        string
		Cells       []string
		Reserve     []string
		Stock       []string
		Waste       []string
		Left        *int `json:"redeals left"`
		Hole        string
		Sequences   [][]string
		Accordion   []string
		Rows        [][]string
	}
	if err := json.Unmarshal(p.Document(r), &d); err != nil {
		t.Fatal(err)
	}
	s := &oracle{
		r: &o, cols: d.Tableau, cells: d.Cells, res: d.Reserve, stock: d.Stock, waste: d.Waste,
		hole: d.Hole, rows: d.Sequences, row: d.Accordion, laid: d.Rows, found: map[string][]string{}, base: 1,
	}
	switch {
	case d.Base != "":
		s.base = rankOf(d.Base)
	case o.Foundations.Present:
		s.base = rankOf(o.Foundations.Base)
	}
	switch {
	case d.Left != nil:
		s.left = *d.Left
	case o.Stock.Redeal || o.Tableau.Packets > 0:
		s.left = -1
	}
	if !o.Foundations.Present {
		return s
	}
	for _, place := range s.foundations() {
		s.found[place] = nil
	}
	var flat []string
	if json.Unmarshal(d.Foundations, &flat) == nil {
		for _, c := range flat {
			s.found["foundation/"+suitOf(c)] = append(s.found["foundation/"+suitOf(c)], c)
		}
		return s
	}
	var lists [][]string
	if err := json.Unmarshal(d.Foundations, &lists); err != nil {
		t.Fatal(err)
	}
	if places := s.foundations(); len(lists) == len(places) {
		for i, place := range places {
			s.found[place] = lists[i]
		}
		return s
	}
	for _, list := range lists {
		for n := 1; ; n++ {
			if place := fmt.Sprintf("foundation/%s/%d", suitOf(list[0]), n); len(s.found[place]) == 0 {
				s.found[place] = list
				break
			}
		}
	}
	return s
}

// foundations lists their places in order.
func (s *oracle) foundations() []string {
	suits, copies := []string{"C", "H", "S", "D"}, 1
	if s.r.TwoDecks {
		copies = 2
	}
	if s.r.Suits != nil {
		suits = map[int][]string{1: {"S"}, 2: {"H", "S"}, 4: suits}[*s.r.Suits]
		copies *= 4 / *s.r.Suits
	}
	var all []string
	for _, suit := range suits {
		for n := 1; n <= copies; n++ {
			place := "foundation/" + suit
			if copies > 1 {
				place += "/" + strconv.Itoa(n)
			}
			all = append(all, place)
		}
	}
	return all
}

func rankOf(c string) int         { return strings.Index("A23456789TJQK", c[:1]) + 1 }
func suitOf(c string) string      { return strings.ToUpper(c[1:]) }
func red(c string) bool           { return suitOf(c) == "H" || suitOf(c) == "D" }
func faceDown(c string) bool      { return c[1:] != suitOf(c) }
func faceUp(c string) string      { return c[:1] + suitOf(c) }
func last(p []string) string      { return p[len(p)-1] }
func butLast(p []string) []string { return slices.Clone(p[:len(p)-1]) }

// height returns a card's rank counted from the base, the base card being 1.
func (s *oracle) height(c string) int {
	return ((rankOf(c)-s.base)%s.r.Max+s.r.Max)%s.r.Max + 1
}

// fits reports whether a card may be laid on another one under a policy.
func (s *oracle) fits(policy, on, c string) bool {
	up, down := s.height(c) == s.height(on)+1, s.height(c) == s.height(on)-1
	if s.r.Tableau.BuildTo == "up-or-down" && up || down {
		return suits(policy, on, c)
	}
	return false
}

func suits(policy, a, b string) bool {
	switch policy {
	case "any-suit":
		return true
	case "red-black":
		return red(a) != red(b)
	case "same-suit":
		return suitOf(a) == suitOf(b)
	case "same-colour":
		return red(a) == red(b)
	case "other-suit":
		return suitOf(a) != suitOf(b)
	}
	return false
}

// after returns a copy of the table.
func (s *oracle) after() *oracle {
	n := *s
	n.cols, n.found, n.rows = slices.Clone(s.cols), map[string][]string{}, slices.Clone(s.rows)
	for place, pile := range s.found {
		n.found[place] = pile
	}
	n.cells, n.res, n.row = slices.Clone(s.cells), slices.Clone(s.res), slices.Clone(s.row)
	return &n
}

// won reports whether the game is won.
func (s *oracle) won() bool {
	switch {
	case s.r.Foundations.Present:
		for _, place := range s.foundations() {
			if len(s.found[place]) < s.r.Max {
				return false
			}
		}
		return true
	case s.r.Accordion.Size > 0:
		return len(s.row) == 1
	case s.r.Sequences.Count > 0:
		return !slices.ContainsFunc(s.rows, func(row []string) bool { return !s.inSequence(row) })
	}
	if s.r.Rows.Shape != "" {
		return s.rowsWon()
	}
	if s.r.Discard.Policy == "lower-in-suit" {
		left := strings.Join(slices.Concat(s.cols...), "")
		return len(s.stock) == 0 && strings.Trim(left, "ACHSD") == ""
	}
	for _, pile := range slices.Concat(s.cols, [][]string{s.cells, s.res, s.stock, s.waste}) {
		if strings.Join(pile, "") != "" {
			return false
		}
	}
	return true
}

func (s *oracle) inSequence(row []string) bool {
	up := func(cards []string) bool {
		for i, c := range cards {
			if c == "" || rankOf(c) != i+2 || i > 0 && !suits(s.r.Sequences.Build, cards[i-1], c) {
				return false
			}
		}
		return true
	}
	return strings.Contains(s.r.Sequences.Direction, "L") && up(row[:len(row)-1]) ||
		strings.Contains(s.r.Sequences.Direction, "R") && up(row[1:])
}

// count counts move sequences (perft) by the oracle.
func (s *oracle) count(depth int) int {
	moves := s.moves()
	if depth <= 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += m.table.count(depth - 1)
	}
	return n
}
