package tables

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// difficultyDir has a table of difficulties for each game, and one of plays that the
// difficulties know nothing of.
const difficultyDir = "data/difficulty/"

// measuredDeal is a winnable deal whose difficulty was measured.
type measuredDeal struct {
	difficulty.Difficulty
	check bool              // whether it belongs to the half with which the score is checked
	plays map[string]played // by player
	grade difficulty.Grade
}

// played is what a player won of a deal, with seeds that its difficulty does not know.
type played struct{ wins, plays int }

func (p played) share() float64 { return float64(p.wins) / float64(p.plays) }

// sample is the deals of a game.
type sample struct {
	game      string
	deals     []measuredDeal // that can be won
	all       int            // deals that were drawn
	unknown   int            // of them not decided, and so not measured
	quartiles difficulty.Quartiles
	drawn     map[string]mean // by player: shares of wins of all deals, winnable or not
}

// readSamples reads the deals of every game that was measured.
func readSamples(docs fs.FS) ([]sample, error) {
	names, err := fs.Glob(docs, difficultyDir+"*.csv.gz")
	if err != nil {
		return nil, err
	}
	var samples []sample
	for _, name := range names {
		s, err := readSample(docs, name)
		if err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	slices.SortStableFunc(samples, func(a, b sample) int { return len(b.deals) - len(a.deals) })
	return samples, nil
}

func readSample(docs fs.FS, name string) (sample, error) {
	s := sample{game: strings.TrimSuffix(path.Base(name), ".csv.gz"), drawn: map[string]mean{}}
	plays := map[string]map[string]played{}
	lines, err := readCSV(docs, difficultyDir+"plays/"+s.game+".csv.gz")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	for _, row := range lines {
		p, err := readPlayed(row)
		if err != nil {
			return s, fmt.Errorf("plays of %s, %s: %w", s.game, row["seed"], err)
		}
		if plays[row["seed"]] == nil {
			plays[row["seed"]] = map[string]played{}
		}
		plays[row["seed"]][row["player"]] = p
		drawn := s.drawn[row["player"]]
		drawn.add(p.share())
		s.drawn[row["player"]] = drawn
	}
	rows, err := readCSV(docs, name)
	if err != nil {
		return s, err
	}
	var scores []float64
	for _, row := range rows {
		s.all++
		switch row["verdict"] {
		case "unknown":
			s.unknown++
			continue
		case "unwinnable":
			continue
		}
		d, err := difficulty.FromRow(row)
		if err != nil {
			return s, fmt.Errorf("%s: %s: %w", name, row["seed"], err)
		}
		_, number, _ := strings.Cut(row["seed"], ":")
		n, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		s.deals = append(s.deals, measuredDeal{Difficulty: d, check: n%2 == 0, plays: plays[row["seed"]]})
		scores = append(scores, d.Score)
	}
	slices.Sort(scores)
	s.quartiles.Deals = len(s.deals)
	for i := range s.quartiles.Scores {
		s.quartiles.Scores[i] = math.Round(1000*scores[len(scores)*(i+1)/4]) / 1000
	}
	for i := range s.deals {
		s.deals[i].grade = s.quartiles.Grade(s.deals[i].Score)
	}
	return s, nil
}

func readPlayed(row map[string]string) (played, error) {
	wins, err1 := strconv.Atoi(row["wins"])
	plays, err2 := strconv.Atoi(row["plays"])
	return played{wins, plays}, errors.Join(err1, err2)
}

// What a game must have for grades: so many winnable deals that were measured, and scores
// of their middle half that are so many bits apart.
const (
	leastGraded = 40
	leastApart  = 1
)

func (s *sample) graded() bool {
	return len(s.deals) >= leastGraded && s.quartiles.Scores[2]-s.quartiles.Scores[0] >= leastApart
}

// gradesFile makes the file with where the grades of each game part.
func gradesFile(samples []sample) (string, error) {
	games := map[string]difficulty.Quartiles{}
	for _, s := range samples {
		if s.graded() {
			games[s.game] = s.quartiles
		}
	}
	text, err := json.MarshalIndent(games, "", "\t")
	return string(text) + "\n", err
}

// bestPlayers are the best there are, first those that most is known of.
var bestPlayers = []string{"hindsight", "lookahead"}

// best is the better of the best players that have played a game: the one that won more
// deals.
func (s *sample) best() string {
	best, most := "", -1.
	for _, name := range bestPlayers {
		if share, n := s.share(name, func(*measuredDeal) bool { return true }); n > 0 && share > most {
			best, most = name, share
		}
	}
	return best
}

// share is the share of plays that a player won of some of the deals, and of how many deals.
func (s *sample) share(player string, of func(*measuredDeal) bool) (share float64, deals int) {
	for i := range s.deals {
		d := &s.deals[i]
		if p, has := d.plays[player]; has && of(d) {
			share += p.share()
			deals++
		}
	}
	return share / float64(max(1, deals)), deals
}

// rate writes a player's share of wins of some of the deals, with Wilson's interval. It
// counts deals, not plays, which leaves the interval wider than it need be.
func (s *sample) rate(player string, of func(*measuredDeal) bool) string {
	share, n := s.share(player, of)
	if n == 0 {
		return "–"
	}
	return percent(share, n)
}

// percent writes a share of n deals with its interval.
func percent(share float64, n int) string {
	i := stats.WilsonShare(share, int64(n), stats.Z95)
	return fmt.Sprintf("%.1f (%.1f to %.1f), %d", 100*share, 100*i.Low, 100*i.High, n)
}

// difficultyTables makes the tables of docs/results/difficulty.md.
func difficultyTables(samples []sample) string {
	var b strings.Builder
	for i := range samples {
		s := &samples[i]
		if !s.graded() {
			continue
		}
		best := s.best()
		fmt.Fprintf(&b, "**`%s`**: %d deals, %d winnable and measured, %d not decided. Grades are separated by scores of %.2f, %.2f and %.2f.",
			s.game, s.all, len(s.deals), s.unknown, s.quartiles.Scores[0], s.quartiles.Scores[1], s.quartiles.Scores[2])
		if drawn := s.drawn[best]; drawn.n > 0 {
			fmt.Fprintf(&b, " Of all deals, winnable or not, %s wins (%%, deals): %s.", best, percent(drawn.of(), drawn.n))
		}
		b.WriteString("\n\n")
		fmt.Fprintf(&b, "| grade | greedy wins %%, deals | careless | %s | length | winning share | bits | critical | passes |\n| --- | --- | --- | --- | --: | --: | --: | --: | --: |\n", cmp.Or(best, "–"))
		for _, grade := range difficulty.Grades {
			check := func(d *measuredDeal) bool { return d.check && d.grade == grade }
			var length, share, bits, critical, passes mean
			for j := range s.deals {
				d := &s.deals[j]
				if d.grade != grade {
					continue
				}
				length.add(float64(d.Length))
				share.add(d.WinningShare)
				bits.add(d.Bits)
				critical.add(float64(d.Critical))
				if d.Passes != nil {
					passes.add(float64(d.Passes.Fewest))
				}
			}
			through := "–"
			if passes.n > 0 {
				through = fmt.Sprintf("%.2f", passes.of())
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %.0f | %.3f | %.1f | %.1f | %s |\n", grade, s.rate("greedy", check), s.rate("careless", check), s.rate(best, check),
				length.of(), share.of(), bits.of(), critical.of(), through)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// mean is a mean in the making.
type mean struct {
	n   int
	sum float64
}

func (m *mean) add(x float64) {
	m.n++
	m.sum += x
}

func (m *mean) of() float64 { return m.sum / float64(m.n) }
