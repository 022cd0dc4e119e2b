package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

const (
	selectKnowing = `
SELECT number FROM campaigns
WHERE rules = $1 AND scheme = $2 AND epoch = $3 AND source = '' AND player = '' AND first <= $5 AND last >= $4 ORDER BY number`

	// Our own campaigns count only in the current epoch. Campaigns of others always count.
	selectSpans = `
SELECT number, source, player, scheme, first, last FROM campaigns
WHERE rules = $1 AND (epoch = $2 OR source NOT IN ('', 'thoughtful')) ORDER BY number`

	// Campaigns are written into these and not parameters, so that the planner can estimate
	// how many results they have.
	selectPairs = `
SELECT a.outcome, b.outcome, count(*) FROM (%s) AS a JOIN (%s) AS b ON a.seed = b.seed
WHERE a.seed BETWEEN $1 AND $2 AND b.seed BETWEEN $1 AND $2 GROUP BY a.outcome, b.outcome`

	// Of several results for a seed, the least outcome proves most.
	bestOutcomes = `SELECT seed, min(outcome) AS outcome FROM results WHERE campaign IN (%s) GROUP BY seed`
	onlyOutcomes = `SELECT seed, outcome FROM results WHERE campaign IN (%s)`

	// The second condition holds of a deal that one source has contradictory verdicts of.
	selectDecided = `
SELECT count(*) FROM (
    SELECT seed FROM results JOIN campaigns ON number = campaign
    WHERE campaign IN (%s) AND seed BETWEEN $1 AND $2 AND outcome IN (1, 2, 6) GROUP BY seed
    HAVING count(DISTINCT CASE source WHEN 'thoughtful' THEN '' ELSE source END || '/' || player) > 1 OR count(DISTINCT outcome) > 1
) AS twice`

	selectContradictions = `
SELECT won.seed, won.campaign, lost.campaign FROM results AS lost
JOIN results AS won ON won.seed = lost.seed AND won.campaign IN (%s) AND won.outcome IN (1, 6)
WHERE lost.campaign IN (%[1]s) AND lost.outcome = 2
ORDER BY won.seed, won.campaign, lost.campaign LIMIT $1`
)

// Known returns the proven verdicts of the seeds from first to last of a scheme, for each of the given
// rules. They come from campaigns that were run in this store and in the current epoch.
func (s *Store) Known(ctx context.Context, of []RulesDigest, scheme string, first, last int64) (known []KnownVerdict, err error) {
	defer s.Explain(&err, "reading verdicts of seeds %d to %d", first, last)
	err = s.Snapshot(ctx, func(now database.Querier) error {
		for _, digest := range of {
			numbers, err := database.Column[int64](ctx, now, selectKnowing, digest[:], scheme, solver.Epoch, first, last)
			if err != nil {
				return err
			}
			for _, number := range numbers {
				before := len(known)
				_, err := s.verified(ctx, now, number, first, last, func(r *resultRow) error {
					if r.outcome == outcomeWinnable || r.outcome == outcomeUnwinnable {
						known = append(known, KnownVerdict{Rules: digest, Seed: r.seed, Verdict: outcomes[r.outcome].Verdict})
					}
					return nil
				})
				switch {
				case errors.Is(err, solver.ErrDamaged): // nothing is inferred from it
					known = known[:before]
					s.Log.ErrorContext(ctx, "campaign is damaged, nothing is inferred from it", "number", number, "error", err)
				case err != nil:
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return known, nil
}

// span is a campaign that counts for a game, and its seeds.
type span struct {
	number         int64
	source, player string
	scheme         string
	first, last    int64
}

// overlaps reports whether two campaigns can have a result for the same deal.
func (s *span) overlaps(other *span) bool {
	return s.scheme == other.scheme && s.first <= other.last && s.last >= other.first
}

// numbersOf writes the numbers of campaigns for a statement.
func numbersOf(spans []span) string {
	var numbers []string
	for i := range spans {
		numbers = append(numbers, strconv.FormatInt(spans[i].number, 10))
	}
	return strings.Join(numbers, ", ")
}

// outcomesOf returns a statement that selects one outcome for each seed of campaigns.
func outcomesOf(spans []span) string {
	for i := range spans {
		for j := range i {
			if spans[i].overlaps(&spans[j]) {
				return fmt.Sprintf(bestOutcomes, numbersOf(spans))
			}
		}
	}
	return fmt.Sprintf(onlyOutcomes, numbersOf(spans))
}

// spans lists the campaigns that count for a game.
func (s *Store) spans(ctx context.Context, of RulesDigest) ([]span, error) {
	var c span
	columns := []any{&c.number, &c.source, &c.player, &c.scheme, &c.first, &c.last}
	return database.List(ctx, s.Read, selectSpans, []any{of[:], solver.Epoch}, columns, func() (span, error) { return c, nil })
}

// solved lists our own campaigns that solve deals of a scheme, with the least and
// the greatest seed.
func (s *Store) solved(ctx context.Context, of RulesDigest, scheme string) (spans []span, first, last int64, err error) {
	all, err := s.spans(ctx, of)
	for _, c := range all {
		if c.scheme != scheme || c.player != "" || c.source != "" && c.source != campaign.Ours {
			continue
		}
		if len(spans) == 0 {
			first, last = c.first, c.last
		}
		first, last = min(first, c.first), max(last, c.last)
		spans = append(spans, c)
	}
	return spans, first, last, err
}

// Pairs counts the seeds of a scheme that were solved in two games. A key of the result is the verdict
// in the first game and that in the second. Only campaigns of the current epoch count that were run in
// this store or imported from the source campaign.Ours.
func (s *Store) Pairs(ctx context.Context, first, second RulesDigest, scheme string) (pairs map[[2]solver.Verdict]int64, err error) {
	defer s.Explain(&err, "comparing two games")
	pairs = map[[2]solver.Verdict]int64{}
	a, aFirst, aLast, err := s.solved(ctx, first, scheme)
	if err != nil || len(a) == 0 {
		return pairs, err
	}
	b, bFirst, bLast, err := s.solved(ctx, second, scheme)
	if err != nil || len(b) == 0 {
		return pairs, err
	}
	err = s.Snapshot(ctx, func(from database.Querier) error {
		if a, err = s.withoutDamaged(ctx, from, a); err != nil || len(a) == 0 {
			return err
		}
		if b, err = s.withoutDamaged(ctx, from, b); err != nil || len(b) == 0 {
			return err
		}
		statement := fmt.Sprintf(selectPairs, outcomesOf(a), outcomesOf(b))
		var one, other int
		var n int64
		return from.Each(ctx, statement, []any{max(aFirst, bFirst), min(aLast, bLast)}, []any{&one, &other, &n}, func() error {
			pairs[[2]solver.Verdict{outcomes[one].Verdict, outcomes[other].Verdict}] += n
			return nil
		})
	})
	return pairs, err
}

// overlapping lists, by scheme, the campaigns of a game that can have a result for the same deal as another one.
func (s *Store) overlapping(ctx context.Context, of RulesDigest) (map[string][]span, error) {
	spans, err := s.spans(ctx, of)
	byScheme := map[string][]span{}
	for i := range spans {
		for j := range spans {
			if c := &spans[i]; i != j && c.overlaps(&spans[j]) {
				byScheme[c.scheme] = append(byScheme[c.scheme], *c)
				break
			}
		}
	}
	return byScheme, err
}

// Decided counts the deals of a game that were decided twice: by two sources, or by a source and a
// player. A player decides the deals that it wins. All campaigns of this program are one source,
// and count only in the current epoch. Deals with contradictions are included.
func (s *Store) Decided(ctx context.Context, of RulesDigest) (all int64, err error) {
	defer s.Explain(&err, "comparing campaigns")
	byScheme, err := s.overlapping(ctx, of)
	if err != nil {
		return 0, err
	}
	for _, spans := range byScheme {
		err := s.Snapshot(ctx, func(from database.Querier) error {
			these, err := s.withoutDamaged(ctx, from, spans)
			if err != nil || len(these) < 2 {
				return err
			}
			first, last := int64(math.MaxInt64), int64(math.MinInt64) // of the deals that two campaigns have
			for i := range these {
				for j := range i {
					if a, b := &these[i], &these[j]; a.overlaps(b) {
						first, last = min(first, max(a.first, b.first)), max(last, min(a.last, b.last))
					}
				}
			}
			var n int64
			_, err = database.One(ctx, from, fmt.Sprintf(selectDecided, numbersOf(these)), []any{first, last}, &n)
			all += n
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return all, nil
}

// Contradictions returns up to most deals of a game, each with contradictory results. One
// campaign found the deal winnable, or its player won it; another campaign found the deal
// unwinnable. Campaigns of this program count only in the current epoch.
func (s *Store) Contradictions(ctx context.Context, of RulesDigest, most int) (found []stats.Contradiction, err error) {
	defer s.Explain(&err, "looking for contradictions")
	// A campaign doesn't contradict itself: each of its deals has one result.
	byScheme, err := s.overlapping(ctx, of)
	if err != nil {
		return nil, err
	}
	for _, scheme := range slices.Sorted(maps.Keys(byScheme)) {
		var seed, winner, loser int64
		err := s.Snapshot(ctx, func(from database.Querier) error {
			these, err := s.withoutDamaged(ctx, from, byScheme[scheme])
			if err != nil || len(these) < 2 {
				return err
			}
			byNumber := map[int64]*span{}
			for i := range these {
				byNumber[these[i].number] = &these[i]
			}
			statement := fmt.Sprintf(selectContradictions, numbersOf(these))
			return from.Each(ctx, statement, []any{most - len(found)}, []any{&seed, &winner, &loser}, func() error {
				a, b := byNumber[winner], byNumber[loser]
				found = append(found, stats.Contradiction{
					Seed: fmt.Sprintf("%s:%d", scheme, seed), Winnable: a.source, Unwinnable: b.source, Player: a.player,
				})
				return nil
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}
