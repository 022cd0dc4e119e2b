package service

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const mib = 1 << 20

// allowance is the memory that the process may use, and who says so.
type allowance struct {
	bytes int64
	from  string
}

// allowed returns the least of the limits of the machine, of the container and of the operator.
// GOMEMLIMIT is taken for a limit of the whole process, though Go means its own heap by it.
func allowed(machine, container memlimit.Provider, operator int64) allowance {
	a := allowance{math.MaxInt64, "none"}
	take := func(bytes uint64, from string) {
		if bytes > 0 && bytes < uint64(a.bytes) {
			a = allowance{int64(bytes), from}
		}
	}
	for _, limit := range []struct {
		provider memlimit.Provider
		from     string
	}{{machine, "machine"}, {container, "container"}} {
		if bytes, err := limit.provider(); err == nil { // else it has no limit, or can't be read
			take(bytes, limit.from)
		}
	}
	take(uint64(max(0, operator)), "GOMEMLIMIT")
	return a
}

// measureAllowance is allowed for this process.
func measureAllowance() allowance {
	return allowed(memlimit.FromSystem, memlimit.FromCgroup, goLimit)
}

// goLimit is Go's limit as the process was started: GOMEMLIMIT, or none.
var goLimit = debug.SetMemoryLimit(-1)

const (
	// programMemory is what the process takes beside Go's heap and tables: its code, SQLite, and the
	// pages of the database in use.
	programMemory = 40 * mib
	// mostHeap is Go's memory limit without the cache, where nothing less is allowed. The heap of a
	// service at rest has 35 MiB.
	mostHeap = 64 * mib
	// tableLeast is the least memory that a worker is worth having for.
	tableLeast = 16 * mib
	// These are the sizes where memory is plenty.
	mostTables    = 1024 * mib
	mostCampaigns = 512 * mib
	mostCache     = 64 * mib
	mostProof     = 500_000 // states
	mostBodies    = 64 * mib
	// parsing is how many times its size a body takes while it is parsed.
	parsing = 30
	// tableEach is the memory for tables of each worker of the service. With eight times as much, no more
	// deals are decided in ten seconds (docs/research/diaries/service-memory.md).
	tableEach = 64 * mib
	// bytesOfState is what a state of a proof takes while the proof is made.
	bytesOfState = 256
)

// shares is how the memory of a process is divided.
type shares struct {
	heap      int64 // Go's memory limit, with the cache
	cache     int64
	tables    int64 // of the workers
	campaigns int64
	proof     int64 // of the heap
	bodies    int64 // of the heap: large bodies that arrived and are not answered
	parsed    int64 // of the heap: bodies that are parsed
}

// divide divides memory. Where there is plenty, no share exceeds what its part can make use of.
func divide(memory int64) shares {
	spare := max(memory-memory/16-programMemory, 0)
	s := shares{cache: min(mostCache, spare/16)}
	s.heap = min(mostHeap+2*s.cache, spare/2)
	s.tables = min(mostTables, (spare-s.heap)/3*2)
	s.campaigns = min(mostCampaigns, (spare-s.heap)/3)
	s.proof = min(mostProof*bytesOfState, max(s.heap-48*mib, 0)/8*7)
	s.bodies = min(mostBodies, spare/8)
	s.parsed = s.heap / 2
	return s
}

// fit fills in the sizes that were not configured, as far as the memory allows.
func (f *Config) fit() {
	if f.allowed.bytes == 0 {
		f.allowed = measureAllowance()
	}
	s := divide(f.allowed.bytes)
	fill := func(size *Size, share int64) { *size = cmp.Or(*size, Size(max(share, mib))) }
	fill(&f.TableMemory, min(s.tables, tableEach*int64(cmp.Or(f.Workers, processors))))
	fill(&f.CampaignMemory, s.campaigns)
	fill(&f.CacheMemory, s.cache)
	// What the operator asked for is obeyed, also where it does not fit.
	f.heap = max(s.heap, 24*mib+2*int64(f.CacheMemory)+parsing*int64(f.MaxBody))
	f.Workers = cmp.Or(f.Workers, workersFor(f.TableMemory))
	if f.CampaignWorkers == nil {
		f.CampaignWorkers = new(workersFor(f.CampaignMemory))
	}
	f.ProofStates = cmp.Or(f.ProofStates, max(10_000, int(s.proof/bytesOfState)))
	f.bodyRoom = s.bodies
	f.bodyTurns = int(min(int64(processors), max(1, s.parsed/(parsing*int64(f.MaxBody)))))
}

// workersFor returns how many workers to have with tables of a size.
func workersFor(tables Size) int { return min(processors, max(1, int(tables/tableLeast))) }

// fit fills in the sizes that were not configured, as far as the memory allows.
func (w *WorkerConfig) fit() {
	if w.allowed.bytes == 0 {
		w.allowed = measureAllowance()
	}
	s := divide(w.allowed.bytes)
	w.heap = s.heap
	w.TableMemory = cmp.Or(w.TableMemory, Size(max(min(mostTables, s.tables+s.campaigns), mib)))
	w.Jobs = cmp.Or(w.Jobs, workersFor(w.TableMemory))
}

// limitMemory sets Go's memory limit until stop is called, and says how the memory is divided.
func (w *WorkerConfig) limitMemory(log *slog.Logger) (stop func(context.Context) error) {
	w.allowed.log(log, w.heap+int64(w.TableMemory)+programMemory, "heap", inMiB(w.heap), "tables", inMiB(int64(w.TableMemory)), "jobs", w.Jobs)
	restore := LimitHeap(w.heap)
	return func(context.Context) error {
		restore()
		return nil
	}
}

// LimitHeap sets Go's memory limit to a number of bytes, but not above GOMEMLIMIT. The caller restores
// the old limit by calling restore.
func LimitHeap(bytes int64) (restore func()) {
	before := debug.SetMemoryLimit(min(bytes, goLimit))
	return func() { debug.SetMemoryLimit(before) }
}

// logMemory says how the memory is divided, and warns if the sizes that were configured may exceed it.
func (f *Config) logMemory(log *slog.Logger) {
	need := f.heap + int64(f.TableMemory) + programMemory
	if *f.CampaignWorkers > 0 {
		need += int64(f.CampaignMemory)
	}
	f.allowed.log(log, need, "heap", inMiB(f.heap), "tables", inMiB(int64(f.TableMemory)), "cache", inMiB(int64(f.CacheMemory)),
		"campaigns", inMiB(int64(f.CampaignMemory)), "workers", f.Workers, "campaign_workers", *f.CampaignWorkers, "proof_states", f.ProofStates)
}

// log logs sizes, and a warning if what they need together exceeds the limit.
func (a allowance) log(log *slog.Logger, need int64, sizes ...any) {
	limit := []any{"limit", inMiB(a.bytes), "from", a.from}
	log.Info("memory", append(limit, sizes...)...)
	if need > a.bytes {
		log.Warn("memory may not suffice: lower TABLE_MEMORY, CAMPAIGN_MEMORY or CACHE_MEMORY, or raise the limit", append(limit, "needed", inMiB(need))...)
	}
}

// Fits returns an error if the machine has less memory than this size. The parameter name is the setting
// that the error names. Sizes up to 1 GiB always fit, and all sizes do if the machine's memory is not
// known.
func (s Size) Fits(name string) error {
	bytes, err := memlimit.FromSystem()
	if err == nil && int64(s) > max(int64(bytes), 1<<30) {
		return Usagef("%s: this machine has %d MiB of memory", name, bytes/mib)
	}
	return nil
}
