package verdict

import "github.com/thoughtful-solitaire/thoughtful/solver"

// Observer watches a Book, for metrics. Its methods are called by many at a time,
// who wait for them, so they must be quick; Backlog and Dropped are called while
// the backlog is locked and must not call the Book.
type Observer interface {
	// Answered tells of an answer, and where it came from.
	Answered(from solver.Source, v solver.Verdict)
	// Looked tells of one look into a memory.
	Looked(into Place, what Look)
	// Refused tells of a result that failed at the gate, and where it came from.
	Refused(from Place)
	// Backlog tells how much is not written yet, whenever that has changed, in
	// records and in estimated bytes.
	Backlog(records int, bytes int64)
	// Dropped tells of a record that was forgotten because the backlog was full.
	Dropped()
}

// Place is a part of the service from which results come.
type Place string

// The places.
const (
	AtEngine  Place = "engine"
	AtBacklog Place = "backlog"
	AtCache   Place = "cache"
	AtStore   Place = "store"

	// AtRelatives is all of the memory again, asked about related games.
	AtRelatives Place = "relatives"
)

// Look is what came of a look into a memory.
type Look string

// The outcomes of a look.
const (
	Hit     Look = "hit"     // a record that passed the gate, whether or not it was enough
	Miss    Look = "miss"    // no record, or none that passed
	Failed  Look = "failed"  // an error, or no answer in time
	Skipped Look = "skipped" // not asked, because it failed a moment ago
)

type nobody struct{}

func (nobody) Answered(solver.Source, solver.Verdict) {}
func (nobody) Looked(Place, Look)                     {}
func (nobody) Refused(Place)                          {}
func (nobody) Backlog(int, int64)                     {}
func (nobody) Dropped()                               {}
