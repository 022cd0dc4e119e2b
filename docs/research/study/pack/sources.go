package pack

import (
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pool"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// source is some of the results of a file.
type source struct {
	file   string // in data
	game   string // a pattern of path.Match; empty for all games
	player string // who played the deals; empty if they were solved
	by     string // another program; empty for this one

	seeds  campaign.Seeds // without a scheme: all of the file
	method packed.Method  // without an engine: that of each result
}

// epoch is that of our results in data, not always the current one.
const epoch = 1

// sources returns what is packed: first our campaigns, then what data/sources.csv lists, then
// the games of players.
func sources(docs fs.FS) ([]source, error) {
	var list []source
	for _, folder := range []string{"campaigns", "winnability"} {
		runs, err := runSources(docs, folder)
		if err != nil {
			return nil, err
		}
		list = append(list, runs...)
	}
	lines, err := rows.Table(docs, "research/data/sources.csv", "file", "game", "seeds", "source", "states", "time_ms", "memory", "engine")
	if err != nil {
		return nil, err
	}
	for _, row := range lines {
		s := source{file: row[0], game: row[1], by: row[3]}
		if err := s.limit(row[2], row[4], row[5], row[6]); err != nil {
			return nil, err
		}
		s.method.Engine = row[7]
		list = append(list, s)
	}
	played, err := playerFiles(docs)
	return append(list, played...), err
}

// runSources returns what runs.csv of a folder lists: for each, all deals of a range.
func runSources(docs fs.FS, folder string) (list []source, err error) {
	lines, err := rows.Table(docs, "research/data/"+folder+"/runs.csv", "game", "seeds", "states", "commit")
	for _, row := range lines {
		s := source{file: folder + "/" + row[0] + ".csv.gz", game: row[0]}
		if err := s.limit(row[1], row[2], "", ""); err != nil {
			return nil, err
		}
		s.method.Engine = row[3]
		list = append(list, s)
	}
	return list, err
}

// limit reads the seeds and the limits of a source.
func (s *source) limit(seeds, states, ms, memory string) error {
	if seeds != "" {
		first, last, err := deal.ParseRange(seeds)
		if err != nil {
			return fmt.Errorf("%s: %w", s.file, err)
		}
		s.seeds = campaign.Seeds{Scheme: first.Scheme, First: int64(first.Number), Last: int64(last.Number)}
	}
	var millis int64
	for text, into := range map[*string]*int64{&states: &s.method.States, &ms: &millis, &memory: &s.method.Memory} {
		if *text == "" {
			continue
		}
		var err error
		if *into, err = strconv.ParseInt(*text, 10, 64); err != nil {
			return fmt.Errorf("%s: %w", s.file, err)
		}
	}
	s.method.Time = time.Duration(millis) * time.Millisecond
	return nil
}

// playerFiles returns the files of players' games. Each names its player in every row.
func playerFiles(docs fs.FS) ([]source, error) {
	var list []source
	for _, pattern := range []string{"research/data/players/*.csv.gz", "research/data/advice/alone/*.csv.gz"} {
		names, err := fs.Glob(docs, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			player, err := playerOf(docs, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if player != "" {
				list = append(list, source{file: name[len("research/data/"):], player: player})
			}
		}
	}
	return list, nil
}

// playerOf returns the player of the first game of a file; empty if the file has no games.
func playerOf(docs fs.FS, name string) (string, error) {
	file, err := docs.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	lines := csv.NewReader(unpacked)
	header, err := lines.Read()
	if err != nil {
		return "", err
	}
	at := slices.Index(header, "player")
	if at < 0 || !slices.Contains(header, "won") || !slices.Contains(header, "seed") {
		return "", nil
	}
	first, err := lines.Read()
	if err != nil {
		return "", err
	}
	return first[at], nil
}

// addTo adds the results to a pool.
func (s *source) addTo(pool *pool.Set, docs fs.FS) error {
	sets, err := s.read(docs)
	if err != nil {
		return err
	}
	for _, set := range sets {
		ranges, err := s.ranges(set)
		if err != nil {
			return err
		}
		for _, r := range ranges {
			if err := pool.Add(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the results of the games that are wanted, at least one.
func (s *source) read(docs fs.FS) (wanted []*campaign.ResultSet, err error) {
	file, err := docs.Open("research/data/" + s.file)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader := &campaign.Reader{Player: s.player}
	if err := reader.Read(s.file, file); err != nil {
		return nil, err
	}
	sets, _, err := reader.Sets()
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		wants, err := s.wants(set)
		if err != nil {
			return nil, err
		}
		if wants {
			wanted = append(wanted, set)
		}
	}
	if len(wanted) == 0 {
		return nil, errors.New("no such deals")
	}
	return wanted, nil
}

// wants reports whether results are of a game that matches, and are all of the source's deals.
func (s *source) wants(set *campaign.ResultSet) (bool, error) {
	if s.game != "" {
		if match, err := path.Match(s.game, set.Game); !match {
			return false, err
		}
	}
	if s.seeds.Scheme == "" {
		return true, nil
	}
	return set.Scheme == s.seeds.Scheme && int64(len(s.within(set))) == s.seeds.Deals(), nil
}

// within returns the results of the source's deals.
func (s *source) within(set *campaign.ResultSet) []campaign.Result {
	if s.seeds.Scheme == "" {
		return set.Results
	}
	bySeed := func(r campaign.Result, seed int64) int { return cmp.Compare(r.Seed, seed) }
	from, _ := slices.BinarySearchFunc(set.Results, s.seeds.First, bySeed)
	to, _ := slices.BinarySearchFunc(set.Results, s.seeds.Last+1, bySeed)
	return set.Results[from:to]
}

// ranges returns the results as ranges, one for each engine.
func (s *source) ranges(set *campaign.ResultSet) ([]*packed.Range, error) {
	made := packed.Results{Subject: packed.Subject{
		Game: set.Game, Rules: string(set.Rules.Canonical()), Player: s.player, Source: s.by, Scheme: set.Scheme, Epoch: epoch,
	}, Method: s.method}
	if s.by != "" {
		made.Epoch = 0 // other programs have none
	}
	for _, result := range s.within(set) {
		if err := made.Add(&result); err != nil {
			return nil, err
		}
	}
	return made.Take(), nil
}
