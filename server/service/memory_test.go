package service

import (
	"errors"
	"log/slog"
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// TestAllowed takes the least of the limits of the machine, the container and the operator.
func TestAllowed(t *testing.T) {
	none := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	broken := func() (uint64, error) { return 0, errors.New("conflicting limits") }
	for _, c := range []struct {
		machine, container memlimit.Provider
		operator           int64
		want               allowance
	}{
		{none, none, math.MaxInt64, allowance{math.MaxInt64, "none"}},
		{memlimit.Limit(8 << 30), none, math.MaxInt64, allowance{8 << 30, "machine"}},
		{memlimit.Limit(8 << 30), broken, math.MaxInt64, allowance{8 << 30, "machine"}},
		{memlimit.Limit(8 << 30), memlimit.Limit(256 << 20), math.MaxInt64, allowance{256 << 20, "container"}},
		{memlimit.Limit(8 << 30), memlimit.Limit(math.MaxUint64), math.MaxInt64, allowance{8 << 30, "machine"}},
		{memlimit.Limit(8 << 30), memlimit.Limit(256 << 20), 200 << 20, allowance{200 << 20, "GOMEMLIMIT"}},
		{memlimit.Limit(8 << 30), memlimit.Limit(256 << 20), 1 << 30, allowance{256 << 20, "container"}},
	} {
		if got := allowed(c.machine, c.container, c.operator); got != c.want {
			t.Errorf("%+v, not %+v", got, c.want)
		}
	}
}

// TestSizesFit checks that the sizes that follow from a limit fit into it, all together, and are those
// of a machine with plenty where there is.
func TestSizesFit(t *testing.T) {
	for _, limit := range []int64{256 << 20, 300 << 20, 512 << 20, 1 << 30, 2 << 30, 24 << 30, math.MaxInt64} {
		f := fitted(t, limit)
		sum := f.heap + int64(f.TableMemory) + int64(f.CampaignMemory) + programMemory
		if sum > limit-limit/16+mib {
			t.Errorf("%d MiB: %d MiB in all", limit>>20, sum>>20)
		}
		if 2*int64(f.CacheMemory) > f.heap/3*2 {
			t.Errorf("%d MiB: a cache of %d MiB in a heap of %d MiB", limit>>20, f.CacheMemory>>20, f.heap>>20)
		}
		if f.heap < 64<<20 || f.Workers < min(2, processors) || int64(f.TableMemory)/int64(f.Workers) < tableLeast && f.Workers > 1 {
			t.Errorf("%d MiB: a heap of %d MiB and %d workers with %d MiB", limit>>20, f.heap>>20, f.Workers, f.TableMemory>>20)
		}
		if limit > 4<<30 && (int64(f.TableMemory) != min(mostTables, tableEach*int64(processors)) || f.CampaignMemory != mostCampaigns || f.CacheMemory != mostCache || f.ProofStates != mostProof) {
			t.Errorf("%d MiB: tables %d, campaigns %d, cache %d, proofs %d", limit>>20, f.TableMemory, f.CampaignMemory, f.CacheMemory, f.ProofStates)
		}
	}
}

// fitted returns a configuration for a process that may use so much memory.
func fitted(t *testing.T, limit int64) *Config {
	t.Helper()
	f := &Config{allowed: allowance{limit, "container"}}
	f.MaxBody = 1 << 20
	f.fit()
	return f
}

// TestSizesOfOperator keeps the sizes that are configured, and warns if they don't fit.
func TestSizesOfOperator(t *testing.T) {
	for _, c := range []struct {
		tables Size
		warned bool
	}{{0, false}, {64 << 20, false}, {1 << 30, true}} {
		f := &Config{allowed: allowance{256 << 20, "container"}, TableMemory: c.tables}
		f.MaxBody = 1 << 20
		f.fit()
		if c.tables > 0 && f.TableMemory != c.tables {
			t.Errorf("%d MiB became %d", c.tables>>20, f.TableMemory>>20)
		}
		var log strings.Builder
		f.logMemory(slog.New(slog.NewTextHandler(&log, nil)))
		if !strings.Contains(log.String(), "limit=256MiB from=container") {
			t.Errorf("the log does not say the limit: %s", log.String())
		}
		if strings.Contains(log.String(), "level=WARN") != c.warned {
			t.Errorf("tables of %d MiB: %s", c.tables>>20, log.String())
		}
	}
}

// TestLimitHeap never raises the operator's GOMEMLIMIT.
func TestLimitHeap(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer func(limit int64) { goLimit = limit }(goLimit)
	goLimit = 100 << 20
	for want, asked := range map[int64]int64{100 << 20: 1 << 30, 80 << 20: 80 << 20} {
		restore := LimitHeap(asked)
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("%d MiB asked: %d", asked>>20, got>>20)
		}
		restore()
	}
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("the limit is %d afterwards, not %d", got, before)
	}
}
