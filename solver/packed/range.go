package packed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Verdict is the verdict of a deal, in two bits.
type Verdict uint8

// The verdicts. A player's games have only the first three: NotCounted, won and lost.
const (
	NotCounted Verdict = iota
	Winnable           // or won by a player
	Unwinnable         // or lost
	Unknown
)

// VerdictOf returns the verdict of a deal that was solved.
func VerdictOf(v solver.Verdict) Verdict {
	switch v {
	case solver.Winnable:
		return Winnable
	case solver.Unwinnable:
		return Unwinnable
	}
	return Unknown
}

// String returns the verdict in words.
func (v Verdict) String() string {
	return [...]string{"not counted", "winnable", "unwinnable", "unknown"}[v&3]
}

// Proven reports whether a verdict is final.
func (v Verdict) Proven() bool { return v == Winnable || v == Unwinnable }

// Subject says what was counted. Two ranges with the same subject that have the same deal should
// agree on it.
type Subject struct {
	Game   string // the catalogue's name; empty for rules without one
	Rules  string // their canonical text, which names the game for ever
	Player string // who played the deals, with its options; empty if they were solved
	Source string // the solver, if it is another program; empty for this one
	Scheme string // of the seeds
	Epoch  int    // of the solver: verdicts of different epochs need not agree
}

// Method says how verdicts were found.
type Method = stats.Method

// Range has the verdicts of consecutive deals of one subject, all found by one method. Some of
// the deals may not be counted.
type Range struct {
	Subject
	Method
	First int64 // the number of the first deal

	deals  int64
	packed []byte // deal i, from 0, in bits 2*(i%4) of byte i/4; the bits after the last deal are 0
}

// Last returns the number of the last deal; First-1 if there are none.
func (r *Range) Last() int64 { return r.First + r.deals - 1 }

// At returns the verdict of a deal; NotCounted if it is outside of the range.
func (r *Range) At(seed int64) Verdict {
	if seed < r.First || seed > r.Last() {
		return NotCounted
	}
	return r.at(seed - r.First)
}

func (r *Range) at(i int64) Verdict { return Verdict(r.packed[i>>2] >> (2 * (i & 3)) & 3) }

// Set replaces the verdict of a deal of the range.
func (r *Range) Set(seed int64, v Verdict) {
	i := seed - r.First
	shift := 2 * (i & 3)
	r.packed[i>>2] = r.packed[i>>2]&^(3<<shift) | byte(v)<<shift
}

// Append adds the verdict of the deal after the last one.
func (r *Range) Append(v Verdict) {
	if r.deals&3 == 0 {
		r.packed = append(r.packed, 0)
	}
	r.deals++
	r.Set(r.Last(), v)
}

// AppendAt adds the verdict of a deal after the last one. Deals between them are not counted. The
// first deal of an empty range sets First.
func (r *Range) AppendAt(seed int64, v Verdict) error {
	if r.deals == 0 {
		r.First = seed
	}
	switch {
	case seed <= r.Last():
		return fmt.Errorf("deal %d can't be added after deal %d", seed, r.Last())
	case seed-r.First >= mostDeals:
		return fmt.Errorf("deal %d: a range has at most %d deals", seed, int64(mostDeals))
	}
	for r.Last() < seed-1 {
		r.Append(NotCounted)
	}
	r.Append(v)
	return nil
}

// mostDeals bounds the deals of a range and of a Known, which are in memory: 256 MiB.
const mostDeals = 1 << 30

// Clone returns a copy that shares nothing with the range.
func (r *Range) Clone() *Range {
	c := *r
	c.packed = slices.Clone(r.packed)
	return &c
}

// Tally counts the verdicts.
func (r *Range) Tally() stats.Tally {
	var n [4]int64
	for i := range r.deals {
		n[r.at(i)]++
	}
	if r.Player != "" {
		return stats.Tally{Won: n[Winnable], Lost: n[Unwinnable]}
	}
	return stats.Tally{Winnable: n[Winnable], Unwinnable: n[Unwinnable], Unknown: n[Unknown]}
}

// part returns deals i to j-1 of the range, counted from 0.
func (r *Range) part(i, j int64) *Range {
	p := &Range{Subject: r.Subject, Method: r.Method, First: r.First + i}
	for ; i < j; i++ {
		p.Append(r.at(i))
	}
	return p
}

// Trim returns the range from its first counted deal to its last one; nil if no deal is counted.
func (r *Range) Trim() *Range {
	i, j := int64(0), r.deals
	for i < j && r.at(i) == NotCounted {
		i++
	}
	for i < j && r.at(j-1) == NotCounted {
		j--
	}
	switch {
	case i == j:
		return nil
	case i == 0 && j == r.deals:
		return r
	}
	return r.part(i, j)
}

// check returns what is wrong with a range.
func (r *Range) check() error {
	for _, text := range []string{r.Game, r.Player, r.Source, r.Scheme, r.Engine, r.Rules} {
		if !utf8.ValidString(text) {
			return fmt.Errorf("%q is not UTF-8", text)
		}
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, []byte(r.Rules))
	switch {
	case err != nil || compact.String() != r.Rules:
		return errors.New("rules are not JSON without white space")
	case r.Scheme == "":
		return errors.New("scheme is missing")
	case r.First < 0 || r.deals < 1 || r.First > math.MaxInt64-r.deals:
		return fmt.Errorf("%d deals from %d on are impossible", r.deals, r.First)
	case r.Epoch < 0 || r.States < 0 || r.Time < 0 || r.Memory < 0:
		return errors.New("a number is negative")
	case r.deals&3 != 0 && r.packed[len(r.packed)-1]>>(2*(r.deals&3)) != 0:
		return errors.New("bits after the last deal are set")
	}
	if r.Player != "" {
		for i := range r.deals {
			if r.at(i) == Unknown {
				return fmt.Errorf("deal %d is neither won nor lost", r.First+i)
			}
		}
	}
	return nil
}
