package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/portfolio"
)

// dealer starts the Dealer.
func (f *serviceFlags) dealer(memory deals.Store, gate *deals.Gate, metrics *metrics, log *slog.Logger) *deals.Dealer {
	return deals.New(deals.Options{
		Store:     memory,
		NewEngine: func() solver.Engine { return portfolio.New(deals.Memory) },
		Grades:    api.Difficulties,
		Gate:      gate, Observer: metrics, Log: log,
	})
}

// watch tells the gate of the filler what the metrics are told of the pool of workers.
type watch struct {
	*metrics
	gate *deals.Gate
}

// Load implements pool.Observer.
func (w *watch) Load(waiting, searching int) {
	w.metrics.Load(waiting, searching)
	w.gate.Load(waiting, searching)
}

// croupier is the Dealer as api knows it, in whose words it says deals and errors.
type croupier struct{ dealer *deals.Dealer }

func (c *croupier) Winnable(ctx context.Context, game, difficulty string, count int, exclude string) ([]api.WinnableDeal, error) {
	found, err := c.dealer.Winnable(ctx, game, difficulty, count, exclude)
	if err != nil {
		return nil, say(err)
	}
	answer := make([]api.WinnableDeal, len(found))
	for i, f := range found {
		answer[i] = api.WinnableDeal{ProvenDeal: inWords(&f.Deal), Cursor: f.Cursor}
	}
	return answer, nil
}

func (c *croupier) Daily(ctx context.Context, game, date, difficulty string) (api.DailyDeal, error) {
	day, found, err := c.dealer.Daily(ctx, game, date, difficulty)
	if err != nil {
		return api.DailyDeal{}, say(err)
	}
	return api.DailyDeal{Date: day.Date, ProvenDeal: inWords(&found), Version: day.Version}, nil
}

func inWords(d *store.Deal) api.ProvenDeal {
	return api.ProvenDeal{
		Game: d.Game, Seed: d.Seed, ID: d.ID, Length: d.Length,
		Difficulty: d.Grade, Score: d.Score, Components: json.RawMessage(d.Components),
	}
}

// say says why there is no deal as api has it. What is none of these errors is the store's.
func say(err error) error {
	var (
		noPool    *deals.NoPool
		badCursor *deals.BadCursor
		badDate   *deals.BadDate
		notYet    *deals.NotYet
		usedUp    *deals.UsedUp
		noDaily   *deals.NoDaily
	)
	switch {
	case errors.As(err, &noPool):
		return &api.NoPool{Games: noPool.Games}
	case errors.As(err, &badCursor):
		return &api.WrongParameter{Name: "exclude", Detail: badCursor.Error()}
	case errors.As(err, &badDate):
		return &api.WrongParameter{Name: "date", Detail: badDate.Error()}
	case errors.As(err, &notYet):
		return &api.NotYet{Detail: notYet.Error(), RetryAfter: notYet.RetryAfter}
	case errors.As(err, &usedUp):
		return &api.NoSuchDeal{Detail: usedUp.Error()}
	case errors.As(err, &noDaily):
		return &api.NoSuchDeal{Detail: noDaily.Error()}
	}
	return fmt.Errorf("%w: %w", api.ErrUnavailable, err)
}
