package difficulty

import (
	_ "embed"
	"encoding/json"
	"math"
)

// LineWeight is the weight of a bit of luck along the line, relative to a bit that a player
// without much foresight needs. docs/build/difficulty.md shows how it was found.
const LineWeight = 1. / 3

// score returns the score of the components. LineAndPlayers: the bits of luck that a player
// without much foresight needs to win, plus a third of the bits that it takes to guess right
// along the line. CardsLeft: the cards out of place, face-down cards twice.
func (d *Difficulty) score() float64 {
	if d.Method == CardsLeft {
		return d.Left.Cards + d.Left.FaceDown
	}
	return d.Luck() + LineWeight*d.Bits
}

// Luck returns −log2 of the win rate of player careless or of player glance, whichever is higher.
// Half a win and one play are added to their counts, so that the result is finite if they never
// win.
func (d *Line) Luck() float64 {
	rate := d.Careless.smooth()
	if d.Glance != nil {
		rate = max(rate, d.Glance.smooth())
	}
	return -math.Log2(rate)
}

// smooth returns the share of plays won, with half a win and one play added.
func (r Rate) smooth() float64 { return (float64(r.Wins) + 0.5) / (float64(r.Plays) + 1) }

// Grade names a quarter of the winnable deals of a game, by score.
type Grade string

// The grades, from the quarter with the lowest scores to that with the highest.
const (
	Easy   Grade = "easy"
	Medium Grade = "medium"
	Hard   Grade = "hard"
	Expert Grade = "expert"
)

// Grades lists all grades, the easiest first.
var Grades = []Grade{Easy, Medium, Hard, Expert}

//go:embed grades.json
var gradesDocument []byte

// Quartiles has the bounds of the grades of a game.
type Quartiles struct {
	Method Method     `json:"measure"`
	Deals  int        `json:"deals"`  // winnable deals that were measured
	Scores [3]float64 `json:"scores"` // the least score of medium, hard, expert
}

var measured = func() map[string]Quartiles {
	games := map[string]Quartiles{}
	if err := json.Unmarshal(gradesDocument, &games); err != nil {
		panic(err) // the document is embedded
	}
	return games
}()

// MethodOf returns how the difficulty of a game of the catalogue is measured: LineAndPlayers,
// unless its grades are of another method.
func MethodOf(game string) Method {
	if q, known := measured[game]; known {
		return q.Method
	}
	return LineAndPlayers
}

// Grade returns the deal's grade in a game of the catalogue. The bool is false if the game has
// no grades.
func (d *Difficulty) Grade(game string) (Grade, bool) {
	q, known := measured[game]
	if !known {
		return "", false
	}
	return q.Grade(d.Score), true
}

// Grade returns the grade of a score.
func (q *Quartiles) Grade(score float64) Grade {
	n := 0
	for n < len(q.Scores) && score >= q.Scores[n] {
		n++
	}
	return Grades[n]
}
