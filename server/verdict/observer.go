package verdict

import (
	"github.com/thoughtful-solitaire/thoughtful/server/backlog"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Observer receives events for metrics. Its methods are called concurrently and waited for,
// so they must be quick.
type Observer interface {
	// Answered reports an answer and its source.
	Answered(from solver.Source, v solver.Verdict)
	// Looked reports one lookup in a tier.
	Looked(into Place, what Look)
	// Refused reports a result that failed verification.
	Refused(from Place)
	backlog.Observer
}

// Place is a part of the service from which results come.
type Place string

// The places.
const (
	AtEngine  Place = "engine"
	AtBacklog Place = "backlog"
	AtProcess Place = "process"
	AtCache   Place = "cache"
	AtStore   Place = "store"

	// AtRelatives is all tiers together, asked about related games.
	AtRelatives Place = "relatives"
)

// Look is the outcome of a lookup in a tier.
type Look string

// The outcomes of a lookup.
const (
	Hit     Look = "hit"     // a verified record, whether or not it was enough
	Miss    Look = "miss"    // no record, or none that passed verification
	Failed  Look = "failed"  // an error, or no answer in time
	Skipped Look = "skipped" // not asked, because it failed a moment ago
)
