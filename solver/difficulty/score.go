package difficulty

import (
	_ "embed"
	"encoding/json"
	"math"
)

// LineWeight is how much a bit of luck along the line weighs against one that a player
// without much foresight needs. docs/difficulty.md has how it was found.
const LineWeight = 1. / 3

// score sums the components up: the bits of luck that players without much foresight need
// to win, the more successful of the careless and the glancing one, and a third of the
// bits that it takes to guess right along the line.
func (d *Difficulty) score() float64 {
	return d.Luck() + LineWeight*d.Bits
}

// Luck is how many bits of luck the more successful of the careless and the glancing player
// needs to win. Half a win in one play is added to what they did, so that none in any
// number of plays is a number, too.
func (d *Difficulty) Luck() float64 {
	rate := d.Careless.smooth()
	if d.Glance != nil {
		rate = max(rate, d.Glance.smooth())
	}
	return -math.Log2(rate)
}

// smooth is the share of plays won, with half a win in one play added.
func (r Rate) smooth() float64 { return (float64(r.Wins) + 0.5) / (float64(r.Plays) + 1) }

// Grade is a quarter of the winnable deals of a game.
type Grade string

// The grades, from the quarter with the lowest scores to that with the highest.
const (
	Easy   Grade = "easy"
	Medium Grade = "medium"
	Hard   Grade = "hard"
	Expert Grade = "expert"
)

// Grades are all of them, the easiest first.
var Grades = []Grade{Easy, Medium, Hard, Expert}

//go:embed grades.json
var gradesDocument []byte

// Quartiles are where the grades of a game part.
type Quartiles struct {
	Deals  int        `json:"deals"`  // winnable ones that were measured
	Scores [3]float64 `json:"scores"` // the least score of medium, hard, expert
}

var measured = func() map[string]Quartiles {
	games := map[string]Quartiles{}
	if err := json.Unmarshal(gradesDocument, &games); err != nil {
		panic(err) // the document is part of the program
	}
	return games
}()

// Graded tells whether grades are known for a game of the catalogue: whether enough of
// its deals have been measured.
func Graded(game string) bool {
	_, known := measured[game]
	return known
}

// Grade is the deal's grade among those of a game, by its name in the catalogue. It fails
// where the game has none.
func (d *Difficulty) Grade(game string) (Grade, bool) {
	q, known := measured[game]
	if !known {
		return "", false
	}
	return q.Grade(d.Score), true
}

// Grade is the grade of a score.
func (q *Quartiles) Grade(score float64) Grade {
	n := 0
	for n < len(q.Scores) && score >= q.Scores[n] {
		n++
	}
	return Grades[n]
}
