package tables

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// agreement compares two searches of the same deals of a game.
type agreement struct {
	name, other string // of the file; of the search that is not the portfolio
	deals       int    // that the other search tried
	unknown     int    // of them without its verdict
	unknownHere int    // with its verdict, but without the special engine's
	won, lost   int    // with the same verdict
	shipped     int    // with its verdict and one that the program ships
	wrong       []string
}

// readAgreement compares the verdicts of a file of study general.
func readAgreement(docs fs.FS, name string) (*agreement, error) {
	a := &agreement{name: strings.TrimSuffix(path.Base(name), ".gz")}
	var special, other pool.Set
	err := eachRange(docs, name, func(r *packed.Range) error {
		if r.Source == "" {
			return special.Add(r)
		}
		a.other = r.Source
		return other.Add(r)
	})
	if err != nil {
		return nil, err
	}
	here := verdicts(&special)
	shipped := map[int64]packed.Verdict{}
	err = eachRange(docs, "published/packed/"+a.name+".gz", func(r *packed.Range) error {
		if r.Player == "" && r.Source == "" && r.Epoch == solver.Epoch && r.Scheme == "solvitaire" {
			for seed := r.First; seed <= r.Last(); seed++ {
				if v := r.At(seed); v.Proven() {
					shipped[seed] = v
				}
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	all := verdicts(&other)
	for _, seed := range slices.Sorted(maps.Keys(all)) {
		v := all[seed]
		a.deals++
		if !v.Proven() {
			a.unknown++
			continue
		}
		if s := shipped[seed]; s.Proven() {
			a.shipped++
			if s != v {
				a.wrong = append(a.wrong, fmt.Sprintf("solvitaire:%d (shipped)", seed))
			}
		}
		switch w := here[seed]; {
		case !w.Proven():
			a.unknownHere++
		case w != v:
			a.wrong = append(a.wrong, fmt.Sprintf("solvitaire:%d", seed))
		case v == packed.Winnable:
			a.won++
		default:
			a.lost++
		}
	}
	return a, nil
}

// eachRange hands the ranges of a file to see.
func eachRange(docs fs.FS, name string, see func(*packed.Range) error) error {
	file, err := docs.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := packed.Each(file, see); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// verdicts returns the verdicts of a set of one game by the numbers of the deals.
func verdicts(s *pool.Set) map[int64]packed.Verdict {
	all := map[int64]packed.Verdict{}
	for _, r := range s.Ranges() {
		for seed := r.First; seed <= r.Last(); seed++ {
			if v := r.At(seed); v != packed.NotCounted {
				all[seed] = v
			}
		}
	}
	return all
}

// generalTable returns the table of the general engine beside the special ones.
func generalTable(docs fs.FS) (string, error) {
	names, err := fs.Glob(docs, "research/data/general/*.gz")
	if err != nil {
		return "", err
	}
	var sum agreement
	var text strings.Builder
	text.WriteString("| game | compared with | deals | undecided there | by the special engine | both winnable | both unwinnable | pairs with shipped verdicts | contradictions |\n")
	text.WriteString("| --- | --- | --: | --: | --: | --: | --: | --: | --- |\n")
	for _, name := range names {
		a, err := readAgreement(docs, name)
		if err != nil {
			return "", err
		}
		wrong := "0"
		if len(a.wrong) > 0 {
			wrong = strings.Join(a.wrong, ", ")
		}
		fmt.Fprintf(&text, "| `%s` | %s | %d | %d | %d | %d | %d | %d | %s |\n",
			a.name, a.other, a.deals, a.unknown, a.unknownHere, a.won, a.lost, a.shipped, wrong)
		sum.deals += a.deals
		sum.unknown += a.unknown
		sum.unknownHere += a.unknownHere
		sum.won += a.won
		sum.lost += a.lost
		sum.shipped += a.shipped
		sum.wrong = append(sum.wrong, a.wrong...)
	}
	fmt.Fprintf(&text, "\n%d deals, %d decided by both searches: %d winnable, %d unwinnable, **%d contradictions**. Undecided: %d by the other search, %d by the special engine alone. %d verdicts were also compared with those that the program ships.\n",
		sum.deals, sum.won+sum.lost, sum.won, sum.lost, len(sum.wrong), sum.unknown, sum.unknownHere, sum.shipped)
	return text.String(), nil
}
