package service

import (
	"context"
	"errors"
	"log/slog"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// clean returns the cleaning of the queue: it deletes the unknown verdicts that have aged out, and takes over
// the webhooks that an older program left.
func clean(memory *store.Store, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		left, err := memory.QueueWebhooks(ctx)
		if left > 0 {
			log.Info("webhooks of an older program taken over", "webhooks", left)
		}
		_, failed := memory.ForgetUnknowns(ctx)
		err = errors.Join(err, failed)
		if err != nil && ctx.Err() == nil {
			log.Warn("cleaning failed", "error", err)
		}
		return err
	}
}
