package seeds

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Deal is a winnable deal with its difficulty. Its length and redeals belong to the solution
// along which the difficulty was measured.
type Deal struct {
	Game string // the catalogue's name
	Seed string
	ID   solver.ID
	difficulty.Difficulty
	Grade difficulty.Grade

	// Cursor is where a client that got this deal continues. Only deals from [Dealer.Winnable] have
	// one.
	Cursor string
}

// Dealer hands out measured deals. It is safe for concurrent use.
type Dealer struct {
	games  []string
	opened map[string]func() (*shelf, error)
	now    func() time.Time
	random func(n int) int
}

// shelf has the measured deals of a game.
type shelf struct {
	*table
	rules rules.Rules
	deals []shelved
	byID  func() map[solver.ID]int
}

// shelved is where a deal is found, in ascending order of their numbers.
type shelved struct {
	number uint64
	grade  difficulty.Grade
}

// NewDealer returns a Dealer of the measured deals in a directory. random returns a number from 0
// to n-1.
func NewDealer(dir fs.FS, now func() time.Time, random func(n int) int) (*Dealer, error) {
	names, err := fs.Glob(dir, "*"+measuredEnding)
	if err != nil {
		return nil, err
	}
	d := &Dealer{opened: map[string]func() (*shelf, error){}, now: now, random: random}
	for _, name := range names {
		game := strings.TrimSuffix(name, measuredEnding)
		d.games = append(d.games, game)
		d.opened[game] = sync.OnceValues(func() (*shelf, error) { return openShelf(dir, game) })
	}
	return d, nil
}

// openShelf reads the measured deals of a game.
func openShelf(dir fs.FS, game string) (*shelf, error) {
	g, known := rules.Lookup(game)
	if !known {
		return nil, fmt.Errorf("measured deals of an unknown game, %s", game)
	}
	t, err := openTable(dir, game)
	if err != nil {
		return nil, err
	}
	s := &shelf{table: t, rules: g.Rules}
	for i := range t.rows {
		m, err := t.measured(i)
		if err != nil {
			return nil, err
		}
		grade, graded := m.Grade(game)
		if !graded || i > 0 && m.Number <= s.deals[i-1].number {
			return nil, fmt.Errorf("%s: row %d has no grade, or is not in order", t.name, i+1)
		}
		s.deals = append(s.deals, shelved{m.Number, grade})
	}
	s.byID = sync.OnceValue(func() map[solver.ID]int {
		ids := make(map[solver.ID]int, len(s.deals))
		for i := range s.deals {
			if p, err := s.problem(i); err == nil {
				ids[p.ID()] = i
			}
		}
		return ids
	})
	return s, nil
}

// seed returns the seed of a deal.
func (s *shelf) seed(i int) deal.Seed {
	return deal.Seed{Scheme: deal.Solvitaire, Number: s.deals[i].number}
}

// problem lays a deal out.
func (s *shelf) problem(i int) (*solver.Problem, error) {
	position, err := s.seed(i).Deal(&s.rules)
	if err != nil {
		return nil, err
	}
	return solver.NewProblem(s.rules, position), nil
}

// deal returns a deal without a cursor.
func (s *shelf) deal(game string, i int) (Deal, error) {
	m, err := s.measured(i)
	if err != nil {
		return Deal{}, err
	}
	p, err := s.problem(i)
	if err != nil {
		return Deal{}, err
	}
	return Deal{Game: game, Seed: s.seed(i).String(), ID: p.ID(), Difficulty: m.Difficulty, Grade: s.deals[i].grade}, nil
}

// find returns the first deal from a number on, of a grade unless that is empty; false if there is none
// below another number.
func (s *shelf) find(from, below uint64, grade difficulty.Grade) (int, bool) {
	i, _ := slices.BinarySearchFunc(s.deals, from, func(d shelved, n uint64) int { return cmp.Compare(d.number, n) })
	for i < len(s.deals) && s.deals[i].number < below && grade != "" && s.deals[i].grade != grade {
		i++
	}
	return i, i < len(s.deals) && s.deals[i].number < below
}

// Games returns the names of the games that have measured deals, in alphabetical order.
func (d *Dealer) Games() []string { return slices.Clone(d.games) }

// shelf returns the deals of a game.
func (d *Dealer) shelf(game string) (*shelf, error) {
	open := d.opened[game]
	if open == nil {
		return nil, notFound(fmt.Sprintf("no winnable deals of %s; there are of %s", game, strings.Join(d.games, ", ")))
	}
	return open()
}

// Winnable returns from 1 to count deals of a game. An empty grade means any grade. The deals
// follow the cursor after. If after is empty they follow a random place, so that clients get
// different deals. The error has a method NotFound if the game has no deals or no deal follows the
// cursor. It has a method Field if the cursor is invalid.
func (d *Dealer) Winnable(game string, grade difficulty.Grade, count int, after string) ([]Deal, error) {
	s, err := d.shelf(game)
	if err != nil {
		return nil, err
	}
	c := cursor{From: s.deals[d.random(len(s.deals))].number}
	if c.To = c.From; after != "" {
		c, err = readCursor(after, game, grade)
		if err == nil && !c.possible(s.deals[len(s.deals)-1].number) {
			err = errAhead
		}
		if err != nil {
			return nil, badParameter{"cursor", err.Error()}
		}
	}
	var deals []Deal
	for len(deals) < count {
		var i int
		var more bool
		if i, c, more = s.next(c, grade); !more {
			break
		}
		found, err := s.deal(game, i)
		if err != nil {
			return nil, err
		}
		c = c.past(s.deals[i].number)
		found.Cursor = c.write(game, grade)
		deals = append(deals, found)
	}
	if len(deals) == 0 {
		return nil, notFound("the cursor has seen all deals that there are; start again without a cursor")
	}
	return deals, nil
}

// next returns the first deal after a cursor, and the cursor, which may have gone on from the first
// deal; false if there is none.
func (s *shelf) next(c cursor, grade difficulty.Grade) (int, cursor, bool) {
	for {
		from, below := c.To, uint64(math.MaxUint64)
		if c.round() {
			from, below = c.Below, c.From
		}
		i, found := s.find(from, below, grade)
		switch {
		case found:
			return i, c, true
		case c.round(): // all were seen up to To
			c = cursor{From: 1, To: c.To}
		case c.From > 1:
			c.Below = 1
		default:
			return 0, c, false
		}
	}
}

// Day identifies a deal of the day.
type Day struct {
	Game    string           // the catalogue's name
	Date    string           // as in 2026-11-22
	Grade   difficulty.Grade // requested; empty for any
	Version int              // of the rule that chooses the deal
}

// DailyVersion is the version of the rule by which days have their deals. It is raised with every
// change that gives a day another deal: of the rule, or of what was measured of the first dailyDeals
// deals of a game. The days in testdata show that.
const DailyVersion = 9

// dailyDeals is how many deals of each game the days have in turn, the first ones. More deals
// don't change the days.
const dailyDeals = 1000

// FirstDate is the first day that has a deal.
const FirstDate = "2020-01-01"

// Daily returns the deal of the day of a game. An empty grade means any grade, and an empty date
// means today. The error has a method NotFound if the game has no deals of the grade. It has a
// method Field if the date is invalid or too far away.
//
// The deals of the grade among the first dailyDeals deals of the game take turns, one a day from
// FirstDate on. They are in the order of the SHA-256 of
//
//	thoughtful daily deal 9 klondike medium 17
//
// The parts, separated by single spaces, are "thoughtful daily deal", the version, the game, the
// grade ("any" if none was asked for) and the number of the deal.
func (d *Dealer) Daily(game, date string, grade difficulty.Grade) (Day, Deal, error) {
	s, err := d.shelf(game)
	if err != nil {
		return Day{}, Deal{}, err
	}
	now := d.now().UTC()
	lastDate := now.AddDate(1, 0, 0).Format(time.DateOnly)
	date = cmp.Or(date, now.Format(time.DateOnly))
	day, err := time.Parse(time.DateOnly, date)
	if err != nil || date < FirstDate || date > lastDate {
		return Day{}, Deal{}, badParameter{"date", "must be from " + FirstDate + " to " + lastDate}
	}
	order := s.daily(game, grade)
	if len(order) == 0 {
		return Day{}, Deal{}, notFound(fmt.Sprintf("no %s deals of %s", grade, game))
	}
	first, _ := time.Parse(time.DateOnly, FirstDate) // it is valid
	turn := int(day.Sub(first) / (24 * time.Hour))
	found, err := s.deal(game, order[turn%len(order)])
	return Day{Game: game, Date: date, Grade: grade, Version: DailyVersion}, found, err
}

// daily returns the deals that the days have in turn.
func (s *shelf) daily(game string, grade difficulty.Grade) []int {
	type place struct {
		at  int
		sum uint64
	}
	var places []place
	for i, d := range s.deals[:min(dailyDeals, len(s.deals))] {
		if grade == "" || d.grade == grade {
			sum := sha256.Sum256(fmt.Appendf(nil, "thoughtful daily deal %d %s %s %d", DailyVersion, game, cmp.Or(grade, "any"), d.number))
			places = append(places, place{i, binary.BigEndian.Uint64(sum[:])})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.sum, b.sum) })
	order := make([]int, len(places))
	for i, p := range places {
		order[i] = p.at
	}
	return order
}

// Graded returns the measured deal of a problem; false if there is none.
func (d *Dealer) Graded(r *rules.Rules, id solver.ID) (Deal, bool) {
	canonical := r.Canonical()
	for _, game := range d.games {
		if g, _ := rules.Lookup(game); !bytes.Equal(g.Rules.Canonical(), canonical) {
			continue
		}
		s, err := d.shelf(game)
		if err != nil {
			return Deal{}, false
		}
		i, found := s.byID()[id]
		if !found {
			return Deal{}, false
		}
		graded, err := s.deal(game, i)
		return graded, err == nil
	}
	return Deal{}, false
}

// notFound is the error of a request for something that does not exist.
type notFound string

func (e notFound) Error() string  { return string(e) }
func (e notFound) NotFound() bool { return true }

// badParameter is the error of an invalid parameter of a request.
type badParameter struct{ name, detail string }

func (e badParameter) Error() string { return e.detail }
func (e badParameter) Field() string { return e.name }
