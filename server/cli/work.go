package cli

import (
	"context"
	"errors"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// workCommand runs campaigns until it is signalled to stop.
type workCommand struct {
	service.WorkerConfig `embed:""`
}

func (w *workCommand) Run(c console) error {
	if err := w.Complete(); err != nil {
		return err
	}
	log := w.Logger(c.err)
	worker, err := service.StartWorker(c.ctx, &w.WorkerConfig, log)
	if errors.Is(err, context.Canceled) {
		return nil // signalled to stop while it waited for its database
	}
	if err != nil {
		return err
	}
	log.Info("working", "version", service.Version(), "jobs", w.Jobs)
	return attend(c, worker, log, w.ShutdownGrace)
}
