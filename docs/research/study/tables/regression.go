package tables

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// outcome is a deal that was played: its features, and how often it was won.
type outcome struct {
	features    []float64
	wins, plays float64
}

// logistic fits the weights of the features by logistic regression, without adding a constant:
// the log odds of a win are their weighted sum. It is Newton's method with a small ridge
// penalty, which matters only where the data say nothing.
func logistic(outcomes []outcome) []float64 {
	const penalty, rounds = 1e-3, 30
	n := len(outcomes[0].features)
	w := make([]float64, n)
	for range rounds {
		slope, curve := make([]float64, n), make([][]float64, n)
		for i := range n {
			slope[i] = -penalty * w[i]
			curve[i] = make([]float64, n)
			curve[i][i] = penalty
		}
		for _, o := range outcomes {
			p := 1 / (1 + math.Exp(-dot(w, o.features)))
			for i, x := range o.features {
				slope[i] += x * (o.wins - o.plays*p)
				for j, y := range o.features {
					curve[i][j] += o.plays * p * (1 - p) * x * y
				}
			}
		}
		for i, step := range eliminate(curve, slope) {
			w[i] += step
		}
	}
	return w
}

func dot(a, b []float64) float64 {
	sum := 0.
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// eliminate solves m·x = y for a positive definite matrix. It overwrites both.
func eliminate(m [][]float64, y []float64) []float64 {
	for i := range m {
		for j := range m {
			if i == j {
				continue
			}
			f := m[j][i] / m[i][i]
			for k := i; k < len(m); k++ {
				m[j][k] -= f * m[i][k]
			}
			y[j] -= f * y[i]
		}
	}
	for i := range y {
		y[i] /= m[i][i]
	}
	return y
}

// inOrder returns the share of pairs of a won and a lost play, of different deals, that a score
// puts in order: the lost one higher. Equal scores count half.
func inOrder(outcomes []outcome, score func(known []float64) float64) float64 {
	right, pairs := 0., 0.
	for i, won := range outcomes {
		for j, lost := range outcomes {
			if i == j {
				continue
			}
			weight := won.wins * (lost.plays - lost.wins)
			pairs += weight
			switch a, b := score(won.features), score(lost.features); {
			case a < b:
				right += weight
			case a == b:
				right += weight / 2
			}
		}
	}
	return right / pairs
}

// scoreTable fits the weights of the two parts of the score to the best players' wins on one
// half of the deals, and shows how well the score separates wins from losses on the other half.
func scoreTable(samples []sample) string {
	var b strings.Builder
	b.WriteString("| game | player | deals | weight of luck | of the line's bits | their ratio | deals, check | score | luck alone | bits alone |\n")
	b.WriteString("| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	var all []outcome
	var games []sample
	for _, s := range samples {
		if s.best() != "" && s.graded() {
			games = append(games, s)
		}
	}
	for g := range games {
		s := &games[g]
		best := s.best()
		var fit, check []outcome
		for i := range s.deals {
			d := &s.deals[i]
			p, has := d.plays[best]
			if !has {
				continue
			}
			o := outcome{[]float64{d.Luck(), d.Bits, 1}, float64(p.wins), float64(p.plays)}
			if d.check {
				check = append(check, o)
				continue
			}
			fit = append(fit, o)
			constants := make([]float64, len(games)) // each game has a constant of its own
			constants[g] = 1
			all = append(all, outcome{slices.Concat(o.features[:2], constants), o.wins, o.plays})
		}
		w := logistic(fit)
		pairs := func(score func([]float64) float64) string { return fmt.Sprintf("%.1f %%", 100*inOrder(check, score)) }
		fmt.Fprintf(&b, "| `%s` | %s | %d | %.3f | %.3f | %.2f | %d | %s | %s | %s |\n", s.game, best, len(fit), w[0], w[1], w[1]/w[0], len(check),
			pairs(func(k []float64) float64 { return k[0] + difficulty.LineWeight*k[1] }),
			pairs(func(k []float64) float64 { return k[0] }), pairs(func(k []float64) float64 { return k[1] }))
	}
	if len(games) > 1 {
		w := logistic(all)
		fmt.Fprintf(&b, "| all | | %d | %.3f | %.3f | %.2f | | | | |\n", len(all), w[0], w[1], w[1]/w[0])
	}
	return b.String()
}
