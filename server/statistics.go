package main

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/statistics"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// almanac is the statistics as api knows them, whose errors mean what api can explain.
type almanac struct{ *statistics.Statistics }

func (a almanac) Rates(ctx context.Context) ([]stats.Report, error) {
	reports, err := a.Statistics.Rates(ctx)
	return reports, outOfReach(ctx, err)
}

func (a almanac) Game(ctx context.Context, name string) (stats.Report, error) {
	report, err := a.Statistics.Game(ctx, name)
	return report, outOfReach(ctx, err)
}

func (a almanac) Compare(ctx context.Context, first, second string) (stats.Comparison, error) {
	c, err := a.Statistics.Compare(ctx, first, second)
	return c, outOfReach(ctx, err)
}

// outOfReach says of an error that is not the context's that the store can't be asked.
func outOfReach(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", api.ErrUnavailable, err)
}
