package cli

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
)

// packedBlock is about how many results a block of the file has, if there are that many.
const packedBlock = 50_000

// packedTime is how long an interruption waits for the results to be written.
const packedTime = 10 * time.Second

// openPacked opens the file of packed verdicts, or creates it. The function write adds the results of
// the campaign, also after an interruption, and closes the file. Deals that the file has already, from an
// interrupted run or another campaign, are not written again.
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

// writeWhole writes the file of --out. It writes to a temporary file and renames that when it is complete,
// so that an existing file is not lost if the command fails.
func writeWhole(name string, write func(io.Writer) error) error {
	file, err := os.Create(name + ".part")
	if err != nil {
		return service.Usagef("--out: %w", err)
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name)
}

// export writes the results to a file.
func (r *campaignRun) export() error {
	return writeWhole(r.Out, func(to io.Writer) error {
		if !strings.HasSuffix(r.Out, ".gz") {
			return r.writeResults(to)
		}
		zip := gzip.NewWriter(to)
		return errors.Join(r.writeResults(zip), zip.Close())
	})
}

// writeResults writes all results in the format of the service.
func (r *campaignRun) writeResults(to io.Writer) error {
	out := campaign.NewWriter(to, &r.campaign)
	for result, err := range r.results(r.ctx) {
		if err == nil {
			err = out.Write(&result)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// results yields all results of the campaign, and holds one page at a time in memory.
func (r *campaignRun) results(ctx context.Context) iter.Seq2[campaign.Result, error] {
	return func(yield func(campaign.Result, error) bool) {
		const most = 2000
		for from, more := r.campaign.First, true; more; {
			page, err := r.manager.Results(ctx, r.campaign.ID, from, most)
			if err != nil {
				yield(campaign.Result{}, err)
				return
			}
			for _, result := range page {
				if !yield(result, nil) {
					return
				}
				from = result.Seed + 1
			}
			more = len(page) == most
		}
	}
}
