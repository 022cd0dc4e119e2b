package tables

import (
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/peers"
)

// comparison compares our results with another solver's on the same deals of a game.
type comparison struct {
	deals          int
	theirs, ours   int // deals resolved within the other solver's limit
	contradictions int
	all, long      ratios // their time divided by ours, for deals that both resolve
	fresh          fresh
}

// fresh has the results on deals that neither solver was developed with.
type fresh struct {
	deals, resolved int
	seconds         float64 // in total
}

// ratios is a geometric mean of ratios of times.
type ratios struct {
	n   int
	sum float64
}

func (r *ratios) add(theirs, ours float64) {
	r.n++
	r.sum += math.Log(theirs / ours)
}

// mean returns the geometric mean.
func (r *ratios) mean() float64 { return math.Exp(r.sum / float64(r.n)) }

func (r *ratios) String() string {
	switch {
	case r.n == 0:
		return "–"
	case r.mean() < 9.95:
		return fmt.Sprintf("%.1f", r.mean())
	}
	return fmt.Sprintf("%.0f", r.mean())
}

const (
	// least is the resolution of the other solver's clock, in seconds.
	least = 0.001
	// long is the time in seconds from which starting the other solver's process is a
	// small part of its time.
	long = 0.1
	// target is the ratio below which a game needs a reason in data/reasons.csv.
	target = 5
)

// compare compares our results with the other solver's, game by game. Others are our results on
// fresh deals.
func compare(theirs, ours, others []result) map[string]*comparison {
	type key struct{ game, seed string }
	found := map[key]result{}
	for _, d := range ours {
		found[key{d.game, d.seed}] = d
	}
	games := map[string]*comparison{}
	for _, t := range theirs {
		o, both := found[key{t.game, t.seed}]
		if !both {
			continue
		}
		c := games[t.game]
		if c == nil {
			c = &comparison{}
			games[t.game] = c
		}
		c.deals++
		if t.resolved() {
			c.theirs++
		}
		if o.resolved() && o.seconds <= t.limit {
			c.ours++
		}
		if !t.resolved() || !o.resolved() {
			continue
		}
		if t.verdict != o.verdict {
			c.contradictions++
		}
		// Our times are written in microseconds.
		seconds, ourSeconds := max(t.seconds, least), max(o.seconds, 1e-6)
		c.all.add(seconds, ourSeconds)
		if seconds >= long {
			c.long.add(seconds, ourSeconds)
		}
	}
	for _, d := range others {
		if c := games[d.game]; c != nil {
			c.fresh.deals++
			c.fresh.seconds += d.seconds
			if d.resolved() {
				c.fresh.resolved++
			}
		}
	}
	return games
}

// comparisonTable returns the table of docs/research/results/performance.md.
func comparisonTable(docs fs.FS) (string, error) {
	var tables [3][]result
	for i, name := range []string{"solvitaire", "truth", "truth-1001-1100"} {
		var err error
		if tables[i], err = readDeals(docs, "research/data/"+name+".csv.gz"); err != nil {
			return "", err
		}
	}
	games := compare(tables[0], tables[1], tables[2])
	rows, err := readCSV(docs, "research/data/reasons.csv")
	if err != nil {
		return "", err
	}
	reasons := map[string]string{}
	for _, row := range rows {
		reasons[row["game"]] = row["reason"]
	}
	var sum comparison
	var text, slow strings.Builder
	text.WriteString("| game | deals | resolved there | here | contradictions | ratio of times | of long deals | deals, not seen before | resolved | mean s |\n")
	text.WriteString("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n")
	behind := 0
	for _, game := range slices.Sorted(maps.Keys(games)) {
		c := games[game]
		unseen := " | | "
		if f := c.fresh; f.deals > 0 {
			unseen = fmt.Sprintf("%d | %d | %.3f", f.deals, f.resolved, f.seconds/float64(f.deals))
		}
		ofLong := c.long.String()
		if c.long.n > 0 {
			ofLong += fmt.Sprintf(" (%d)", c.long.n)
		}
		fmt.Fprintf(&text, "| `%s` | %d | %d | %d | %d | %s | %s | %s |\n",
			game, c.deals, c.theirs, c.ours, c.contradictions, &c.all, ofLong, unseen)
		sum.deals += c.deals
		sum.theirs += c.theirs
		sum.ours += c.ours
		sum.contradictions += c.contradictions
		if c.ours < c.theirs {
			behind++
		}
		if c.all.n > 0 && c.all.mean() < target {
			if reasons[game] == "" {
				return "", fmt.Errorf("ratio of %s is %s: data/reasons.csv needs a reason, since it is below %d", game, &c.all, target)
			}
			fmt.Fprintf(&slow, "| `%s` | %s | %s |\n", game, &c.all, reasons[game])
		}
	}
	fmt.Fprintf(&text, "\n%d games, %d deals: resolved there %d, here %d; contradictions: %d; games of which fewer deals are resolved here: %d.\n",
		len(games), sum.deals, sum.theirs, sum.ours, sum.contradictions, behind)
	if slow.Len() > 0 {
		fmt.Fprintf(&text, "\nGames with a ratio below %d:\n\n| game | ratio | why |\n| --- | --: | --- |\n%s", target, slow.String())
	}
	return text.String(), nil
}

// peersTable returns the table of docs/research/results/peers.md.
func peersTable(docs fs.FS) (string, error) {
	dir, err := fs.Sub(docs, "research/data/peers")
	if err != nil {
		return "", err
	}
	return peers.Table(dir)
}
