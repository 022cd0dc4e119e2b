package cli

import (
	"context"
	"errors"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// packedResults adds the results of a campaign to a file of packed verdicts, while it runs. What
// the file has already, from an interrupted run or another campaign, is not written again.
type packedResults struct {
	run   *campaignRun
	file  *packed.Appender
	known packed.Set // what the file has
	from  int64      // the results of all deals before this one are in the file
	next  time.Time
}

// openPacked opens the file, or creates it. The error says what is wrong with a file that is there.
func (r *campaignRun) openPacked() (*packedResults, error) {
	p := &packedResults{run: r, from: r.campaign.First}
	var err error
	if p.file, err = packed.Append(r.Packed, p.known.Add); err != nil {
		return nil, service.Usagef("--packed: %w", err)
	}
	return p, nil
}

const (
	// packedEvery is the least time between two writes, so that blocks have many deals.
	packedEvery = time.Minute
	// packedShare bounds the time that is spent on writing, where a range that takes long has many
	// later results read again and again.
	packedShare = 50
)

// writeNowAndThen adds what is new, if the last write is long enough ago.
func (p *packedResults) writeNowAndThen() error {
	if p == nil || time.Now().Before(p.next) {
		return nil
	}
	began := time.Now()
	err := p.write(p.run.ctx)
	p.next = time.Now().Add(max(packedEvery, packedShare*time.Since(began)))
	return err
}

// write adds the results that the file does not have. Ranges of deals end in any order, so those
// after the first deal that is not done are looked at again.
func (p *packedResults) write(ctx context.Context) error {
	results, done := packed.ResultsOf(&p.run.campaign), p.from
	for from, more := p.from, true; more; {
		page, err := p.run.manager.Results(ctx, p.run.campaign.ID, from, exportPage)
		if err != nil {
			return err
		}
		for i := range page {
			from = page[i].Seed + 1
			if page[i].Seed == done {
				done++
			}
			if err := results.Add(&page[i]); err != nil {
				return err
			}
		}
		more = len(page) == exportPage
		if more && results.Deals() < packedBlock {
			continue
		}
		for _, r := range results.Take() {
			added, err := p.known.AddNew(r)
			if err != nil {
				return err
			}
			if added == nil {
				continue
			}
			if err := p.file.Write(added); err != nil {
				return err
			}
		}
		p.from = done
	}
	return nil
}

// packedBlock is about how many results a block of the file has, if there are that many.
const packedBlock = 50_000

// close adds the last results, also after an interruption, and closes the file.
func (p *packedResults) close() error {
	if p == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(p.run.ctx), 10*time.Second)
	defer cancel()
	return errors.Join(p.write(ctx), p.file.Close())
}
