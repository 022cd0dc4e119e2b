package cli

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// packedBlock is about how many results a block of the file has, if there are that many.
const packedBlock = 50_000

// packedTime is how long an interruption waits for the results to be written.
const packedTime = 10 * time.Second

// openPacked opens the file of packed verdicts, or creates it. The error says what is wrong with a file that
// is there. Write adds the results of the campaign, also after an interruption, and closes the file. What
// the file has already, from an interrupted run or another campaign, is not written again.
func (r *campaignRun) openPacked() (write func() error, err error) {
	var known packed.Known // what the file has
	file, err := packed.Append(r.Packed, func(block *packed.Range) error {
		_, err := known.Add(block)
		return err
	})
	if err != nil {
		return nil, service.Usagef("--packed: %w", err)
	}
	return func() error {
		ctx, cancel := context.WithoutCancel(r.ctx), func() {}
		if r.ctx.Err() != nil {
			ctx, cancel = context.WithTimeout(ctx, packedTime)
		}
		defer cancel()
		return errors.Join(r.writePacked(ctx, &known, file), file.Close())
	}, nil
}

// writePacked adds the results that the file does not have.
func (r *campaignRun) writePacked(ctx context.Context, known *packed.Known, file *packed.Appender) error {
	results := packed.ResultsOf(&r.campaign)
	addBlock := func() error {
		for _, block := range results.Take() {
			added, err := known.Add(block)
			if err == nil && added != nil {
				err = file.Write(added)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for result, err := range r.results(ctx) {
		if err == nil {
			err = results.Add(&result)
		}
		if err == nil && results.Deals() >= packedBlock {
			err = addBlock()
		}
		if err != nil {
			return err
		}
	}
	return addBlock()
}
