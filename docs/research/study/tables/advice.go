package tables

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// adviceDir has tables of games that were played by advice. In files whose names end in -stray
// another move than the advised one was played once in each game.
const adviceDir = "research/data/advice/"

// followed is a game that was played by advice.
type followed struct {
	policy, game, information string
	seed                      deal.Seed
	samples                   int
	time                      string // limit for each piece of advice; empty if there was none
	won                       bool
	seconds                   float64 // time of the game
	strayed                   bool
	advised                   []advised
}

// advised is a move that was advised and played.
type advised struct {
	policy string
	hidden int
	player.Evaluation
}

// half returns 0 or 1, the half of the games that a game belongs to. A curve is validated on
// the half that it was not fitted to. Games of the same deal are in the same half.
func (g *followed) half() uint64 { return g.seed.Number % 2 }

// readAdvice reads the games, in the order of the files.
func readAdvice(docs fs.FS) ([]followed, error) {
	names, err := fs.Glob(docs, adviceDir+"*.csv.gz")
	if err != nil {
		return nil, err
	}
	var games []followed
	for _, name := range names {
		rows, err := readCSV(docs, name)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			g := followed{
				policy: row["policy"], game: row["game"], information: row["information"], time: row["time"],
				strayed: strings.HasSuffix(path.Base(name), "-stray.csv.gz"),
			}
			if g.seed, err = deal.ParseSeed(row["seed"]); err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
			if g.won, err = strconv.ParseBool(row["won"]); err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
			if g.samples, err = strconv.Atoi(row["samples"]); err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
			if g.seconds, err = strconv.ParseFloat(row["seconds"], 64); err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
			for word := range strings.FieldsSeq(row["advised"]) {
				a := advised{policy: g.policy}
				if strings.Count(word, ":") == 3 { // another policy than the row's
					a.policy, word, _ = strings.Cut(word, ":")
				}
				wins := 0
				if _, err := fmt.Sscanf(word, "%d:%d:%d", &a.hidden, &a.Samples, &wins); err != nil {
					return nil, fmt.Errorf("%s, row %d: %q: %w", name, i+2, word, err)
				}
				if a.Samples == 0 { // played without an evaluation
					continue
				}
				a.Wins = float64(wins) / float64(a.Samples)
				g.advised = append(g.advised, a)
			}
			games = append(games, g)
		}
	}
	return games, nil
}

// kind is what a curve is fitted to.
type kind struct {
	policy, game string
	covered      bool // covered cards are hidden
}

func (k kind) compare(o kind) int {
	return cmp.Or(strings.Compare(k.policy+" "+k.game, o.policy+" "+o.game), cmp.Compare(k.title(), o.title()))
}

// title returns the game's name for tables.
func (k kind) title() string {
	if k.covered {
		return fmt.Sprintf("`%s`, covered cards hidden", k.game)
	}
	return fmt.Sprintf("`%s`", k.game)
}

// kinds groups the games by kind. Each game has only the advice of that kind's advisor.
func kinds(games []followed) map[kind][]followed {
	of := map[kind][]followed{}
	for _, g := range games {
		by := map[string][]advised{}
		for _, a := range g.advised {
			by[a.policy] = append(by[a.policy], a)
		}
		for policy, all := range by {
			k := kind{policy, g.game, g.information == string(player.CoveredHidden)}
			g.advised = all
			of[k] = append(of[k], g)
		}
	}
	return of
}

// fewestDeals is how many deals at least must have been won, and how many lost, for a curve. With
// fewer it would say more than the games do.
const fewestDeals = 20

// enough reports whether games suffice for a curve.
func enough(games []followed) bool {
	var ended [2]map[deal.Seed]bool
	for i, won := range []bool{false, true} {
		ended[i] = map[deal.Seed]bool{}
		for _, g := range games {
			if g.won == won && slices.ContainsFunc(g.advised, func(a advised) bool { return a.Wins > 0 }) {
				ended[i][g.seed] = true
			}
		}
	}
	return min(len(ended[0]), len(ended[1])) >= fewestDeals
}

// mostOff is how far a curve may be off. Where the logistic form fits, the curves are off by 1 to 4
// points, much of it by chance; Canfield's was off by 9, and then it is better to say that there is
// none.
const mostOff = 0.06

// curves fits a curve for each kind of which there are games enough, unless it is too far off.
func curves(games []followed) []player.Curve {
	var all []player.Curve
	of := kinds(games)
	for _, k := range slices.SortedFunc(maps.Keys(of), kind.compare) {
		if !enough(of[k]) {
			continue
		}
		if b, made := newReliability(k, of[k]); made && b.off() > mostOff {
			continue
		}
		if c, made := curve(k, of[k]); made {
			all = append(all, c)
		}
	}
	return all
}

// curve fits a curve to games of one kind. The bool is false if there are no moves to fit it
// to.
func curve(of kind, games []followed) (c player.Curve, made bool) {
	c = player.Curve{Advisor: of.policy, Game: of.game, Covered: of.covered, Fewest: math.MaxInt}
	var outcomes []outcome
	var deals [][]outcome // outcomes of the same deal are correlated
	at := map[deal.Seed]int{}
	for _, g := range games {
		i, known := at[g.seed]
		if !known {
			i = len(deals)
			at[g.seed] = i
			deals = append(deals, nil)
		}
		hopeless := false
		for _, a := range g.advised {
			if a.Wins == 0 {
				if hopeless { // lost games go on and on, and would distort the curve
					continue
				}
				hopeless = true
			} else {
				c.Fewest, c.Most = min(c.Fewest, a.hidden), max(c.Most, a.hidden)
			}
			f := a.Features(a.hidden)
			o := outcome{features: f[:], plays: 1}
			if g.won {
				o.wins = 1
			}
			deals[i] = append(deals[i], o)
			outcomes = append(outcomes, o)
		}
	}
	if c.Fewest > c.Most { // all were hopeless
		return player.Curve{}, false
	}
	w := logistic(outcomes)
	spread := sandwich(w, deals)
	for i := range w {
		c.Weights[i] = round(w[i])
		for j := range w {
			c.Spread[i][j] = round(spread[i][j])
		}
	}
	return c, true
}

// round keeps six digits. The others differ between machines.
func round(x float64) float64 {
	text := strconv.FormatFloat(x, 'g', 6, 64)
	x, _ = strconv.ParseFloat(text, 64)
	return x
}

// sandwich returns the covariance of weights that were fitted to groups of correlated outcomes
// (Liang & Zeger, "Longitudinal Data Analysis Using Generalized Linear Models", Biometrika 73,
// 1986, section 2).
func sandwich(w []float64, groups [][]outcome) [][]float64 {
	n := len(w)
	square := func() [][]float64 {
		m := make([][]float64, n)
		for i := range m {
			m[i] = make([]float64, n)
		}
		return m
	}
	curve, meat := square(), square()
	for _, group := range groups {
		slope := make([]float64, n)
		for _, o := range group {
			p := 1 / (1 + math.Exp(-dot(w, o.features)))
			for i, x := range o.features {
				slope[i] += x * (o.wins - o.plays*p)
				for j, y := range o.features {
					curve[i][j] += o.plays * p * (1 - p) * x * y
				}
			}
		}
		for i := range n {
			for j := range n {
				meat[i][j] += slope[i] * slope[j]
			}
		}
	}
	inverse := square()
	for i := range n {
		m := square()
		for j := range n {
			copy(m[j], curve[j])
			m[j][j] += 1e-3
		}
		unit := make([]float64, n)
		unit[i] = 1
		inverse[i] = eliminate(m, unit)
	}
	product := func(a, b [][]float64) [][]float64 {
		m := square()
		for i := range n {
			for j := range n {
				for k := range n {
					m[i][j] += a[i][k] * b[k][j]
				}
			}
		}
		return m
	}
	return product(product(inverse, meat), inverse)
}

// curvesFile returns the file that the program embeds.
func curvesFile(games []followed) (string, error) {
	text, err := json.MarshalIndent(curves(games), "", "\t")
	return string(text) + "\n", err
}

// reliability compares probabilities with the share of games won, by the curve that is fitted to the
// other half of the games: in each of ten ranges of the probability.
type reliability [10]struct {
	moves, predicted, won, raw float64
	deals                      map[deal.Seed]bool
}

// newReliability returns the comparison for games of one kind. The bool is false if one of the
// halves has no curve.
func newReliability(of kind, games []followed) (all reliability, made bool) {
	var halves [2][]followed
	for _, g := range games {
		halves[g.half()] = append(halves[g.half()], g)
	}
	first, made := curve(of, halves[0])
	second, too := curve(of, halves[1])
	if !made || !too {
		return all, false
	}
	others := [2]*player.Curve{&second, &first}
	for i := range all {
		all[i].deals = map[deal.Seed]bool{}
	}
	for _, g := range games {
		c := others[g.half()]
		for _, a := range g.advised {
			win := c.Advised(&a.Evaluation, a.hidden).Win
			t := &all[min(len(all)-1, int(win*float64(len(all))))]
			t.moves++
			t.predicted += win
			t.raw += a.Wins
			if g.won {
				t.won++
			}
			t.deals[g.seed] = true
		}
	}
	return all, true
}

// off returns by how much the probability and the share of games won differ, as a mean over the
// ranges, each counted by its deals.
func (r *reliability) off() float64 {
	sum, deals := 0., 0.
	for _, t := range r {
		if t.moves > 0 {
			n := float64(len(t.deals))
			sum += n * math.Abs(t.predicted-t.won) / t.moves
			deals += n
		}
	}
	return sum / deals
}

// reliabilityTable has the comparison for each kind that has games enough.
func reliabilityTable(games []followed) string {
	var b strings.Builder
	b.WriteString("| game | policy | said | moves | deals | said on average | won | uncorrected |\n| --- | --- | --- | --: | --: | --: | --: | --: |\n")
	of := kinds(games)
	for _, k := range slices.SortedFunc(maps.Keys(of), kind.compare) {
		if !enough(of[k]) {
			continue
		}
		all, made := newReliability(k, of[k])
		if !made {
			continue
		}
		policy := k.policy
		if off := all.off(); off > mostOff {
			policy = fmt.Sprintf("%s, not used: %.1f points off", policy, 100*off)
		}
		for i, t := range all {
			if t.moves == 0 {
				continue
			}
			percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x/t.moves) }
			fmt.Fprintf(&b, "| %s | %s | %d to %d %% | %.0f | %d | %s | %s | %s |\n", k.title(), policy, 100*i/len(all), 100*(i+1)/len(all),
				t.moves, len(t.deals), percent(t.predicted), percent(t.won), percent(t.raw))
		}
	}
	return b.String()
}

// aloneDir has the same deals played by the players that the advice comes from, without a time
// limit.
const aloneDir = adviceDir + "alone/"

// alone has the results of players without advice.
type alone map[[3]string]bool // won, by game, player and seed

func readAlone(docs fs.FS) (alone, error) {
	names, err := fs.Glob(docs, aloneDir+"*.csv.gz")
	if err != nil {
		return nil, err
	}
	all := alone{}
	for _, name := range names {
		rows, err := readCSV(docs, name)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			won, err := strconv.ParseBool(row["won"])
			if err != nil {
				return nil, fmt.Errorf("%s, row %d: %w", name, i+2, err)
			}
			all[[3]string{row["game"], row["player"], row["seed"]}] = won
		}
	}
	return all, nil
}

// followedTable shows the win rate of following the first move each time, and how much higher
// it is than the player's own.
func followedTable(games []followed, players alone) string {
	var b strings.Builder
	b.WriteString("| game | information | policy | deals of hidden cards | within | seeds | games | won | a game | points more than the player by itself |\n| --- | --- | --- | --: | --: | --- | --: | --: | --: | --: |\n")
	type key struct{ game, information, policy, samples, time, scheme string }
	type row struct {
		won, games  int64
		seconds     float64
		first, last uint64
		pairs       stats.Paired // deals that the player has played too: with advice, and alone
	}
	outcome := map[bool]stats.Outcome{true: stats.Winnable, false: stats.Unwinnable}
	rows := map[key]*row{}
	for _, g := range games {
		if g.strayed {
			continue
		}
		k := key{g.game, g.information, g.policy, strconv.Itoa(g.samples), g.time, g.seed.Scheme}
		r := rows[k]
		if r == nil {
			r = &row{first: g.seed.Number}
			rows[k] = r
		}
		r.games++
		r.seconds += g.seconds
		r.first, r.last = min(r.first, g.seed.Number), max(r.last, g.seed.Number)
		if g.won {
			r.won++
		}
		title := g.policy
		switch {
		case g.information == string(player.CoveredHidden):
			title += " covered=hidden"
		case g.information == string(player.StockSeen) && g.policy == player.Insight.Name:
			title += " stock=seen"
		}
		if won, played := players[[3]string{g.game, title, g.seed.String()}]; played {
			r.pairs[outcome[g.won]][outcome[won]]++
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(rows), func(a, b key) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
		r := rows[k]
		share := stats.Wilson(r.won, r.games, stats.Z95)
		more := "–"
		if r.pairs.N() == r.games {
			more = difference(&r.pairs)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s:%d-%d | %d | %.1f %% (%.1f to %.1f) | %s | %s |\n", k.game, k.information, k.policy, k.samples, orDash(k.time),
			k.scheme, r.first, r.last, r.games, 100*float64(r.won)/float64(r.games), 100*share.Low, 100*share.High, duration(r.seconds/float64(r.games)), more)
	}
	return b.String()
}

// difference writes the first win rate minus the second on the same deals, in percentage points,
// with its interval. It is bold if it is significant.
func difference(p *stats.Paired) string {
	d := p.Difference()
	bold := ""
	if d.Interval.Low > 0 || d.Interval.High < 0 {
		bold = "**"
	}
	return fmt.Sprintf("%s%+.2f%s (%+.2f to %+.2f)", bold, 100*d.Share.Low, bold, 100*d.Interval.Low, 100*d.Interval.High)
}
