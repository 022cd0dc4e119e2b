package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// importCommand stores results of other programs, each game as a campaign that is done, and reports
// contradictions with other results.
type importCommand struct {
	service.StoreConfig `embed:""`
	gameFlags           `embed:""`
	Source              string   `required:"" help:"Name of the solver that found the results; thoughtful for another Thoughtful, whose results count as own ones." placeholder:"NAME"`
	Player              string   `help:"Player with its options, for example 'yan n=2', if the results are games of a player instead of verdicts." placeholder:"NAME"`
	Epoch               int      `help:"Epoch of the Thoughtful that found the results (default: the current epoch)."`
	Replace             bool     `help:"Delete earlier imports from the same source that have some of these deals."`
	Files               []string `arg:"" name:"file" help:"CSV with columns game, seed and verdict and optionally the others of bench, or NDJSON from GET /v1/campaigns/{id}/results; may be gzipped; - for standard input."`
}

const (
	maxSource         = 100       // bytes of the name of a source
	maxContradictions = 1_000_000 // that are looked for in a game
	maxReported       = 100       // of these
)

func (i *importCommand) Run(c console) error {
	sets, again, err := i.read(c)
	if err != nil {
		return err
	}
	s, err := i.Open(c.ctx, textLog(c))
	if err != nil {
		return err
	}
	defer s.Close()
	contradictions := 0
	var refused []error
	for _, set := range sets {
		err := i.keep(c, s, set)
		if before, ok := errors.AsType[*store.Imported](err); ok {
			refused = append(refused, fmt.Errorf("%s was left out: campaign %s already has %s:%d from %s; use --replace to replace it",
				gameTitle(set.Game), before.Campaign, set.Scheme, before.Seed, i.Source))
			continue
		}
		if err != nil {
			return err
		}
		n, err := i.compare(c, s, set)
		if err != nil {
			return err
		}
		contradictions += n
	}
	if again > 0 {
		fmt.Fprintf(c.out, "%d results were left out as duplicates\n", again)
	}
	err = errors.Join(refused...)
	if contradictions > 0 {
		return errors.Join(fmt.Errorf("%d contradictions; the results were imported nevertheless", contradictions), err)
	}
	if err != nil {
		return service.Usagef("%w", err)
	}
	return nil
}

// read reads the files.
func (i *importCommand) read(c console) ([]*campaign.ResultSet, int, error) {
	switch {
	case strings.TrimSpace(i.Source) != i.Source || i.Source == "" || len(i.Source) > maxSource:
		return nil, 0, service.Usagef("--source: must be a name of at most %d bytes, without spaces around it", maxSource)
	case i.Epoch < 0 || i.Epoch > solver.Epoch:
		return nil, 0, service.Usagef("--epoch: must be from 1 to the current epoch, %d", solver.Epoch)
	case i.Epoch > 0 && i.Source != campaign.Ours:
		return nil, 0, service.Usagef("--epoch: needs --source %s", campaign.Ours)
	}
	reader := &campaign.Reader{Player: i.Player, Ours: i.Source == campaign.Ours}
	if i.Game != "" || i.Rules != "" {
		name, r, err := i.rulesOf(c)
		if err != nil {
			return nil, 0, err
		}
		reader.Game, reader.Rules = name, &r
	}
	for _, name := range i.Files {
		if err := readResults(c, reader, name); err != nil {
			return nil, 0, service.Usagef("%w", err)
		}
	}
	sets, again, err := reader.Sets()
	switch {
	case err != nil:
		return nil, 0, service.Usagef("nothing imported:\n%w", err)
	case len(sets) == 0:
		return nil, 0, service.Usagef("no results to import; %d are of other games", reader.Others)
	}
	if len(reader.Ignored) > 0 {
		fields := slices.Sorted(maps.Keys(reader.Ignored))
		fmt.Fprintf(c.err, "ignored fields: %s\n", strings.Join(fields, ", "))
	}
	return sets, again, nil
}

func readResults(c console, reader *campaign.Reader, name string) error {
	if name == "-" {
		return reader.Read("standard input", c.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return reader.Read(name, f)
}

// keep imports results as a campaign.
func (i *importCommand) keep(c console, s *store.Store, set *campaign.ResultSet) error {
	now := time.Now()
	kept, err := s.ImportCampaign(c.ctx, campaign.Campaign{
		Plan: campaign.Plan{Game: set.Game, Rules: *set.Rules, Seeds: campaign.Seeds{Scheme: set.Scheme}, Player: i.Player},
		ID:   rand.Text(), Source: i.Source, PlayedBy: i.Player,
		Epoch: cmp.Or(i.Epoch, solver.Epoch), Created: now, Started: now, Ended: now,
	}, set.Results, i.Replace)
	if err != nil {
		return err
	}
	results := tallyText(kept.Tally)
	if i.Player != "" {
		results = fmt.Sprintf("%s won %d and lost %d", i.Player, kept.Tally.Won, kept.Tally.Lost)
	}
	fmt.Fprintf(c.out, "%s: %d deals of %s %s:%d-%d from %s: %s\n",
		kept.ID, kept.Tally.Deals(), gameTitle(set.Game), set.Scheme, kept.First, kept.Last, i.Source, results)
	return nil
}

// gameTitle returns the catalogue name of a game.
func gameTitle(game string) string { return cmp.Or(game, "a game without a name") }

// compare writes contradictions of the imported results with those of other sources, and returns
// their number.
func (i *importCommand) compare(c console, s *store.Store, set *campaign.ResultSet) (int, error) {
	return printContradictions(c.ctx, c, s, set.Game, set.Rules, func(d *stats.Contradiction) bool {
		return (d.Winnable == i.Source || d.Unwinnable == i.Source) && set.Has(d.Seed)
	})
}

// printContradictions writes those contradictions in the results of a game that matter, but not too many, and
// returns how many there are.
func printContradictions(
	ctx context.Context, c console, s *store.Store, game string, r *rules.Rules, matters func(*stats.Contradiction) bool,
) (int, error) {
	found, err := s.Contradictions(ctx, store.DigestOf(r), maxContradictions)
	n := 0
	for _, d := range found {
		if !matters(&d) {
			continue
		}
		if n++; n > maxReported {
			continue
		}
		by := "found winnable by " + sourceName(d.Winnable)
		if d.Player != "" {
			by = fmt.Sprintf("won by the player %s, says %s,", d.Player, sourceName(d.Winnable))
		}
		fmt.Fprintf(c.err, "CONTRADICTION: %s %s is %s and unwinnable by %s\n", gameTitle(game), d.Seed, by, sourceName(d.Unwinnable))
	}
	return n, err
}
