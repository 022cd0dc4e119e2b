package pack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/count"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// Where the files are, in the directory of the pages.
const (
	folder      = "published/packed"
	counts      = "research/data/counts"
	sums        = folder + "/SHA256SUMS"
	tallies     = "published/tallies.csv"
	spreadsName = "published/spreads.csv.gz"
	relatedName = "research/results/related.md"
	planName    = "research/results/win-rates-plan.md"
)

// Run writes the packed files and the tallies. Args are the flags of the study.
func Run(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("pack", flag.ContinueOnError)
	dir := flags.String("docs", "..", "the directory of the pages and their data")
	if err := flags.Parse(args); err != nil {
		return err
	}
	docs := os.DirFS(*dir)
	pool, err := gather(docs)
	if err != nil {
		return err
	}
	made, err := files(docs, pool.Ranges())
	if err != nil {
		return err
	}
	if made[spreadsName], err = spreads(docs); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(*dir, folder, "*.gz"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	for name, content := range made {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(*dir, name)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(*dir, name), content, 0o644); err != nil {
			return err
		}
	}
	plan, err := count.Page(filepath.Join(*dir, counts), filepath.Join(*dir, folder))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*dir, planName), plan, 0o644)
}

// gather pools the results of single deals, each deal once.
func gather(docs fs.FS) (*pool.Set, error) {
	list, err := sources(docs)
	if err != nil {
		return nil, err
	}
	var pool pool.Set
	for i := range list {
		if err := list[i].addTo(&pool, docs); err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].file, err)
		}
	}
	if err := addCounts(&pool, docs); err != nil {
		return nil, err
	}
	return &pool, addNumbers(&pool, docs)
}

// addCounts adds what study count has counted.
func addCounts(pool *pool.Set, docs fs.FS) error {
	names, err := fs.Glob(docs, counts+"/*.gz")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := addFile(pool, docs, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func addFile(pool *pool.Set, docs fs.FS, name string) error {
	file, err := docs.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return packed.Each(file, pool.Add)
}

// files returns the files that are made of ranges, by their names.
func files(docs fs.FS, ranges []*packed.Range) (map[string][]byte, error) {
	var table, list bytes.Buffer
	if err := writeTallies(&table, ranges); err != nil {
		return nil, err
	}
	figures, err := necessity(docs)
	if err != nil {
		return nil, err
	}
	made := map[string][]byte{tallies: table.Bytes(), relatedName: relatedPage(ranges, figures)}
	for len(ranges) > 0 {
		game := ranges[0].Game
		var file bytes.Buffer
		n := 0
		for ; n < len(ranges) && ranges[n].Game == game; n++ {
			if err := packed.Write(&file, ranges[n]); err != nil {
				return nil, fmt.Errorf("%s: %w", game, err)
			}
		}
		made[folder+"/"+game+".gz"] = file.Bytes()
		ranges = ranges[n:]
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		if path.Dir(name) == folder {
			fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(made[name]), path.Base(name)) // as sha256sum writes it
		}
	}
	made[sums] = list.Bytes()
	return made, nil
}
