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

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// difficultyDir has a table of difficulties for each game, and a table of plays that are not
// part of the difficulties.
const difficultyDir = "research/data/difficulty/"

// bordersFile says how many numbers of which packs separate the grades of a game.
const bordersFile = difficultyDir + "borders.csv"

// measuredDeal is a winnable deal with its difficulty.
type measuredDeal struct {
	difficulty.Difficulty
	states int64             // that the engine needed; 0 if the table does not say
	check  bool              // it belongs to the half that validates the score
	plays  map[string]played // by player
	grade  difficulty.Grade
}

// played counts a player's wins of a deal, with seeds that its difficulty does not use.
type played struct{ wins, plays int }

func (p played) share() float64 { return float64(p.wins) / float64(p.plays) }

// sample has the deals of a game.
type sample struct {
	game      string
	deals     []measuredDeal       // winnable ones
	all       int                  // all deals
	unknown   int                  // undecided deals, which are not measured
	quartiles difficulty.Quartiles // of the numbers of packs in borders.csv, or else of deals
	drawn     map[string]mean      // win rates on all deals, winnable or not, by player
}

// readSamples reads the deals of every game that was measured.
func readSamples(docs fs.FS) ([]sample, error) {
	names, err := fs.Glob(docs, difficultyDir+"*.csv.gz")
	if err != nil {
		return nil, err
	}
	borders, err := readBorders(docs)
	if err != nil {
		return nil, err
	}
	var samples []sample
	for _, name := range names {
		s, err := readSample(docs, name, borders)
		if err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	slices.SortStableFunc(samples, func(a, b sample) int { return len(b.deals) - len(a.deals) })
	return samples, nil
}

// readBorders returns the scores by which the grades of games with packs of numbers are separated:
// those of the first numbers of each pack that were measured, as many as borders.csv says. The
// packs grow, and the grades must not change with them.
func readBorders(docs fs.FS) (map[string][]float64, error) {
	packs, err := readCSV(docs, bordersFile)
	if err != nil {
		return nil, err
	}
	scores := map[string][]float64{}
	for _, pack := range packs {
		wanted, err := strconv.Atoi(pack["deals"])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", bordersFile, err)
		}
		rows, err := readCSV(docs, "research/data/seeds/"+pack["game"]+"."+pack["scheme"]+".csv.gz")
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row["score"] == "" || row["score"] == seeds.NoLine || wanted == 0 {
				continue
			}
			score, err := strconv.ParseFloat(row["score"], 64)
			if err != nil {
				return nil, fmt.Errorf("scores of %s: %w", pack["game"], err)
			}
			scores[pack["game"]] = append(scores[pack["game"]], score)
			wanted--
		}
		if wanted > 0 {
			return nil, fmt.Errorf("%s: the pack of %s, %s, has %d scores too few", bordersFile, pack["game"], pack["scheme"], wanted)
		}
	}
	return scores, nil
}

func readSample(docs fs.FS, name string, borders map[string][]float64) (sample, error) {
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
		states, _ := strconv.ParseInt(row["states"], 10, 64)
		s.deals = append(s.deals, measuredDeal{Difficulty: d, states: states, check: n%2 == 0, plays: plays[row["seed"]]})
		s.quartiles.Method = d.Method
		scores = append(scores, d.Score)
	}
	if packed, has := borders[s.game]; has {
		scores = packed
	}
	slices.Sort(scores)
	s.quartiles.Deals = len(scores)
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

// A game has grades if at least so many winnable deals were measured, and if the bounds of
// the middle half of their scores are at least so many bits apart.
const (
	leastGraded = 40
	leastApart  = 1
)

func (s *sample) graded() bool {
	return len(s.deals) >= leastGraded && s.quartiles.Scores[2]-s.quartiles.Scores[0] >= leastApart
}

// gradesFile returns the file with the bounds of grades, which the program embeds.
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

// bestPlayers are the strongest players, the more thoroughly tested first.
var bestPlayers = []string{"hindsight", "lookahead"}

// best returns the strongest player of the game: the one of bestPlayers that won more deals.
func (s *sample) best() string {
	best, most := "", -1.
	for _, name := range bestPlayers {
		if share, n := s.share(name, func(*measuredDeal) bool { return true }); n > 0 && share > most {
			best, most = name, share
		}
	}
	return best
}

// share returns a player's share of plays won on some of the deals, and the number of those
// deals.
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

// rate writes a player's win rate on some of the deals, with Wilson's interval. It counts
// deals, not plays, which makes the interval wider than necessary.
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

// difficultyTables returns the tables of docs/research/results/difficulty.md.
func difficultyTables(samples []sample) string {
	var b strings.Builder
	for i := range samples {
		s := &samples[i]
		if !s.graded() {
			continue
		}
		if s.quartiles.Method == difficulty.CardsLeft {
			b.WriteString(s.cardsLeftTable())
			continue
		}
		best := s.best()
		fmt.Fprintf(&b, "**`%s`**: %d deals, %d winnable and measured, %d not decided. %s", s.game, s.all, len(s.deals), s.unknown, s.separated())
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

// separated says by which scores grades are separated, and where these come from.
func (s *sample) separated() string {
	q := &s.quartiles
	text := fmt.Sprintf("Grades are separated by scores of %.2f, %.2f and %.2f", q.Scores[0], q.Scores[1], q.Scores[2])
	if q.Deals != len(s.deals) {
		text += fmt.Sprintf(", the quarters of %d numbers of the packs", q.Deals)
	}
	return text + "."
}

// cardsLeftTable returns the table of a game whose measure is the cards left. The states that the
// engine needed, which the measure does not know, check the grades.
func (s *sample) cardsLeftTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**`%s`**, by the cards left: %d deals, %d winnable and measured, %d not decided. %s\n\n", s.game, s.all, len(s.deals), s.unknown, s.separated())
	b.WriteString("| grade | deals | cards left | face down | careless wins % | states of the engine, median | length |\n| --- | --: | --: | --: | --: | --: | --: |\n")
	for _, grade := range difficulty.Grades {
		var cards, down, wins, length mean
		var states []int64
		for i := range s.deals {
			if d := &s.deals[i]; d.grade == grade {
				cards.add(d.Left.Cards)
				down.add(d.Left.FaceDown)
				wins.add(100 * float64(d.Left.Wins) / float64(d.Left.Plays))
				length.add(float64(d.Length))
				states = append(states, d.states)
			}
		}
		slices.Sort(states)
		fmt.Fprintf(&b, "| %s | %d | %.1f | %.1f | %.1f | %d | %.0f |\n", grade, cards.n, cards.of(), down.of(), wins.of(), states[len(states)/2], length.of())
	}
	b.WriteByte('\n')
	return b.String()
}

// mean accumulates a mean.
type mean struct {
	n   int
	sum float64
}

func (m *mean) add(x float64) {
	m.n++
	m.sum += x
}

func (m *mean) of() float64 { return m.sum / float64(m.n) }
