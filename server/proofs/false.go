package proofs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Marks stores the outcomes of checks of losses.
type Marks interface {
	// MarkLoss stores the outcome of the check of a loss, and the version of the check.
	MarkLoss(ctx context.Context, id solver.ID, version int, outcome string) error
	// FalseLosses returns the problems whose check failed, in the current epoch and by this version of
	// the check.
	FalseLosses(ctx context.Context, version int) ([]solver.ID, error)
}

// FalseLosses is the set of losses that failed their check, in any process. It is usually empty.
type FalseLosses struct {
	marks Marks

	known atomic.Pointer[map[solver.ID]bool] // replaced, never changed
	mu    sync.Mutex                         // of those that replace it
	fresh []solver.ID                        // found here, and not yet marked in the store
}

// ReadFalse returns the false losses that are stored.
func ReadFalse(ctx context.Context, marks Marks) (*FalseLosses, error) {
	f := &FalseLosses{marks: marks}
	f.known.Store(&map[solver.ID]bool{})
	return f, f.Read(ctx)
}

// Has reports whether the check of a loss has failed.
func (f *FalseLosses) Has(id solver.ID) bool { return (*f.known.Load())[id] }

// Count returns how many losses failed their check.
func (f *FalseLosses) Count() int { return len(*f.known.Load()) }

// Read stores the false losses of this process that could not be stored before, and then reads the
// false losses of all processes.
func (f *FalseLosses) Read(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.fresh) > 0 {
		if err := f.marks.MarkLoss(ctx, f.fresh[0], version, failed); err != nil {
			return err
		}
		f.fresh = f.fresh[1:]
	}
	ids, err := f.marks.FalseLosses(ctx, version)
	if err != nil {
		return err
	}
	known := map[solver.ID]bool{}
	for _, id := range ids {
		known[id] = true
	}
	f.known.Store(&known)
	return nil
}

// add adds a loss that failed its check, and marks it. If that fails, Read does it later.
func (f *FalseLosses) add(ctx context.Context, id solver.ID) error {
	f.mu.Lock()
	known := maps.Clone(*f.known.Load())
	known[id] = true
	f.known.Store(&known)
	if !slices.Contains(f.fresh, id) {
		f.fresh = append(f.fresh, id)
	}
	f.mu.Unlock()
	return f.Read(ctx)
}
