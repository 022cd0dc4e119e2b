package cli

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// packedResults adds the results of a campaign to a file of packed verdicts at its end. What the file
// has already, from an interrupted run or another campaign, is not written again.
type packedResults struct {
	run   *campaignRun
	file  *packed.Appender
	known packed.Set // what the file has
}

// openPacked opens the file, or creates it. The error says what is wrong with a file that is there.
func (r *campaignRun) openPacked() (*packedResults, error) {
	p := &packedResults{run: r}
	var err error
	if p.file, err = packed.Append(r.Packed, p.known.Add); err != nil {
		return nil, service.Usagef("--packed: %w", err)
	}
	return p, nil
}

// write adds the results that the file does not have.
func (p *packedResults) write(ctx context.Context) error {
	results := packed.ResultsOf(&p.run.campaign)
	for result, err := range p.run.results(ctx) {
		if err == nil {
			err = results.Add(&result)
		}
		if err == nil && results.Deals() >= packedBlock {
			err = p.append(results)
		}
		if err != nil {
			return err
		}
	}
	return p.append(results)
}

// append adds a block of results.
func (p *packedResults) append(results *packed.Results) error {
	for _, r := range results.Take() {
		added, err := p.known.AddNew(r)
		if err == nil && added != nil {
			err = p.file.Write(added)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// packedBlock is about how many results a block of the file has, if there are that many.
const packedBlock = 50_000

// packedTime is how long an interruption waits for the results to be written.
const packedTime = 10 * time.Second

// close adds the results, also after an interruption, and closes the file.
func (p *packedResults) close() error {
	if p == nil {
		return nil
	}
	ctx, cancel := context.WithoutCancel(p.run.ctx), func() {}
	if p.run.ctx.Err() != nil {
		ctx, cancel = context.WithTimeout(ctx, packedTime)
	}
	defer cancel()
	return errors.Join(p.write(ctx), p.file.Close())
}
