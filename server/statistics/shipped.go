package statistics

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Release has the counts and distributions that are shipped with the program.
type Release struct {
	Counts  []packed.Count
	Spreads []packed.Spread
}

// Shipped returns the counts and distributions that are embedded in this program. It panics if they
// are not valid.
func Shipped() Release {
	counts, err := packed.ReadTallies(docs.Tallies)
	if err != nil {
		panic(fmt.Errorf("shipped counts: %w", err))
	}
	spreads, err := packed.ReadSpreads(docs.Spreads)
	if err != nil {
		panic(fmt.Errorf("shipped distributions: %w", err))
	}
	return Release{counts, spreads}
}

// packedFile returns the file with the verdicts of a game's shipped deals; nil if there is none.
func packedFile(game string) *stats.PackedFile {
	name := game + ".gz"
	info, err := fs.Stat(docs.Packed, name)
	if err != nil {
		return nil
	}
	return &stats.PackedFile{Name: name, SHA256: docs.PackedSums()[name], Size: info.Size()}
}

// shippedCount is what was counted of consecutive deals before the program was built.
type shippedCount struct {
	source, player string // empty for this program's verdicts
	stats.Sample
}

// byRules returns counts by the rules of their games. Our verdicts of another epoch are left out.
// The counts of one source may overlap, as where some deals were tried again with a larger budget,
// though no deal counts in two of them: these become one, which is used as a whole or not at all.
func byRules(list []packed.Count) map[store.RulesDigest][]shippedCount {
	list = slices.DeleteFunc(slices.Clone(list), func(c packed.Count) bool { return c.Source == "" && c.Epoch != solver.Epoch })
	slices.SortFunc(list, func(a, b packed.Count) int {
		return cmp.Or(
			slices.Compare(a.Digest[:], b.Digest[:]), strings.Compare(a.Source, b.Source), strings.Compare(a.Player, b.Player),
			strings.Compare(a.Scheme, b.Scheme), cmp.Compare(a.First, b.First),
		)
	})
	games := map[store.RulesDigest][]shippedCount{}
	for _, c := range list {
		of := store.RulesDigest(c.Digest)
		counts := games[of]
		if n := len(counts); n > 0 {
			last := &counts[n-1]
			if last.source == c.Source && last.player == c.Player && last.Scheme == c.Scheme && c.First <= last.Last {
				last.Last = max(last.Last, c.Last)
				last.Add(c.Tally)
				if !slices.Contains(last.Methods, c.Method) {
					last.Methods = append(last.Methods, c.Method)
				}
				continue
			}
		}
		games[of] = append(counts, shippedCount{c.Source, c.Player, stats.Sample{
			Shipped: true, Scheme: c.Scheme, Numbering: deal.Numbering(c.Scheme), First: c.First, Last: c.Last,
			Methods: []stats.Method{c.Method}, Tally: c.Tally,
		}})
	}
	return games
}

// spreadsByRules returns shipped distributions of the current epoch by the rules of their games.
func spreadsByRules(list []packed.Spread) map[store.RulesDigest][]packed.Spread {
	games := map[store.RulesDigest][]packed.Spread{}
	for _, s := range list {
		if s.Epoch == solver.Epoch {
			of := store.RulesDigest(s.Digest)
			games[of] = append(games[of], s)
		}
	}
	return games
}
