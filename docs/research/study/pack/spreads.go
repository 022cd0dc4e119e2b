package pack

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// spreads returns the table of what searches took, of the runs that have it for all deals of a
// range: our campaigns, and data/winnability. Of ranges that overlap only the first is kept.
func spreads(docs fs.FS) ([]byte, error) {
	var list []packed.Spread
	for _, folder := range []string{"campaigns", "winnability"} {
		runs, err := runSources(docs, folder)
		if err != nil {
			return nil, err
		}
		for i := range runs {
			s := &runs[i]
			if slices.ContainsFunc(list, func(other packed.Spread) bool {
				return other.Game == s.game && other.Scheme == s.seeds.Scheme && other.First <= s.seeds.Last && s.seeds.First <= other.Last
			}) {
				continue
			}
			found, err := s.spread(docs)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.file, err)
			}
			list = append(list, found)
		}
	}
	slices.SortFunc(list, func(a, b packed.Spread) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), strings.Compare(a.Scheme, b.Scheme), cmp.Compare(a.First, b.First))
	})
	var table bytes.Buffer
	if err := writeSpreads(&table, list); err != nil {
		return nil, err
	}
	return table.Bytes(), nil
}

// spread returns the distributions of a run.
func (s *source) spread(docs fs.FS) (packed.Spread, error) {
	sets, err := s.read(docs)
	if err != nil {
		return packed.Spread{}, err
	}
	set, sum := sets[0], stats.NewSpread()
	results := s.within(set)
	for i := range results {
		sum.Add(results[i].Deal(false))
	}
	return packed.Spread{
		Game: set.Game, Digest: packed.DigestOf(string(set.Rules.Canonical())), Scheme: set.Scheme,
		First: s.seeds.First, Last: s.seeds.Last, Epoch: epoch, States: sum.States, Length: sum.Length,
	}, nil
}
