package losses

import (
	"fmt"
	"slices"
	"strconv"
)

// Class is what became of a deal.
type Class string

// The classes.
const (
	Won        Class = "won"
	Unwinnable Class = "unwinnable" // from the start, with all cards known
	Lost       Class = "lost"       // by a decision
	Stopped    Class = "stopped"    // not won, though it could still be won at the end of the play
	Unknown    Class = "unknown"    // a search ended without a verdict
)

var classes = []Class{Won, Unwinnable, Lost, Stopped, Unknown}

// Setting is the settings of a player that makes decisions again.
type Setting int

// The settings.
const (
	Again   Setting = iota // as in the game, with other random numbers
	Guesses                // more guesses of the hidden cards
	States                 // more states for each guess
	Both                   // more of both
	settings
)

// Redone is a decision that was made again several times with each settings.
type Redone struct {
	Hidden int           // hidden cards
	Times  int           // with each settings; 0 if no decision was made again
	Kept   [settings]int // how often the game was kept
}

// Mostly reports whether settings keep the game more often than not.
func (d *Redone) Mostly(s Setting) bool { return 2*d.Kept[s] > d.Times }

// Lost returns the share of choices with these settings that lose the game; 0 if there is none.
func (d *Redone) Lost(s Setting) float64 {
	return float64(d.Times-d.Kept[s]) / float64(max(1, d.Times))
}

// Row is the result of a deal.
type Row struct {
	Game, Seed, Engine string
	Settings           string // of the players that make decisions again, and of the search with all cards known
	Class              Class
	Keeping            int    // decisions that kept the game
	Losing             Redone // the decision that lost the game, if Class is Lost or Stopped
	Control            Redone // one of those that kept it; without Times if there is none
}

// Cause is why a decision lost a game.
type Cause string

// The causes.
const (
	Information Cause = "information"         // more guesses and states mostly lose it too
	Chance      Cause = "chance"              // the same settings mostly keep it
	Estimate    Cause = "estimate"            // more guesses mostly keep it
	Search      Cause = "search"              // more states mostly keep it
	Joint       Cause = "estimate and search" // only more of both mostly keep it
)

// Causes returns all causes.
func Causes() []Cause { return []Cause{Information, Chance, Estimate, Search, Joint} }

// Cause returns why the losing decision lost the game; empty if no decision did.
func (r *Row) Cause() Cause {
	d := &r.Losing
	switch {
	case d.Times == 0:
		return ""
	case !d.Mostly(Both):
		return Information
	case d.Mostly(Again):
		return Chance
	case d.Mostly(Guesses):
		return Estimate
	case d.Mostly(States):
		return Search
	}
	return Joint
}

// Columns are the columns of the file.
var Columns = []string{
	"game", "seed", "engine", "settings", "class", "keeping",
	"hidden", "redone", "again", "guesses", "states", "both",
	"control_hidden", "control_redone", "control_again", "control_guesses", "control_states", "control_both",
}

// fields returns the row as text, by columns.
func (r *Row) fields() []string {
	fields := []string{r.Game, r.Seed, r.Engine, r.Settings, string(r.Class)}
	for _, n := range r.numbers() {
		fields = append(fields, strconv.Itoa(*n))
	}
	return fields
}

// numbers returns the row's numbers by columns.
func (r *Row) numbers() []*int {
	all := []*int{&r.Keeping}
	for _, d := range []*Redone{&r.Losing, &r.Control} {
		all = append(all, &d.Hidden, &d.Times)
		for s := range d.Kept {
			all = append(all, &d.Kept[s])
		}
	}
	return all
}

// texts is the number of columns that are not numbers.
const texts = 5

// mostCount bounds the numbers of a row.
const mostCount = 1000

// Parse reads a row from its fields.
func Parse(fields []string) (Row, error) {
	if len(fields) != len(Columns) {
		return Row{}, fmt.Errorf("%d columns, want %d", len(fields), len(Columns))
	}
	r := Row{Game: fields[0], Seed: fields[1], Engine: fields[2], Settings: fields[3], Class: Class(fields[4])}
	if !slices.Contains(classes, r.Class) {
		return r, fmt.Errorf("unknown class %q", r.Class)
	}
	text := fields[texts:]
	for i, n := range r.numbers() {
		var err error
		if *n, err = strconv.Atoi(text[i]); err != nil || *n < 0 || *n > mostCount {
			return r, fmt.Errorf("%s: %q must be a number from 0 to %d", Columns[texts+i], text[i], mostCount)
		}
	}
	for _, d := range []*Redone{&r.Losing, &r.Control} {
		if slices.Max(d.Kept[:]) > d.Times {
			return r, fmt.Errorf("a game kept %d times of %d", slices.Max(d.Kept[:]), d.Times)
		}
	}
	if lost := r.Class == Lost || r.Class == Stopped; lost != (r.Losing.Times > 0) {
		return r, fmt.Errorf("a game of class %s with a losing decision made %d times", r.Class, r.Losing.Times)
	}
	return r, nil
}
