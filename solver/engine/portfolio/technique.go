package portfolio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/accordion"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/covered"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/discard"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/freecell"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/gaps"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/golf"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/klondike"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
)

// Technique is the name of a technique that can be switched off.
type Technique string

// switches has a function for each technique that switches it off.
var switches = map[Technique]func(*techniques){
	"symmetry": func(t *techniques) { t.search.Symmetry = false },
	"safe-foundations": func(t *techniques) {
		t.search.SafeFoundations, t.freecell.SafeFoundations, t.klondike.SafeFoundations = false, false, false
	},
	"partial-groups": func(t *techniques) { t.search.PartialGroups = false },
	"dead-ends": func(t *techniques) {
		t.search.WasteOrder, t.search.LooseGroups, t.search.Room = false, false, false
		t.gaps.DeadEnds, t.hole.DeadEnds = false, false
	},
	"waste-order":      func(t *techniques) { t.search.WasteOrder = false },
	"loose-groups":     func(t *techniques) { t.search.LooseGroups = false },
	"tallies":          func(t *techniques) { t.search.Tallies = false },
	"high-cards":       func(t *techniques) { t.search.HighCards = false },
	"room":             func(t *techniques) { t.search.Room = false },
	"ahead":            func(t *techniques) { t.search.Ahead = false },
	"auto-foundations": func(t *techniques) { t.search.AutoFoundations = false },
	"suit-blind":       func(t *techniques) { t.search.SuitBlind = false },
	"streamliners":     func(t *techniques) { t.search.AutoFoundations, t.search.SuitBlind = false, false },
	"runs":             func(t *techniques) { t.freecell.Runs = false },
	"lazy-expansion":   func(t *techniques) { t.freecell.LazyExpansion = false },
	"second-queue":     func(t *techniques) { t.freecell.SecondQueue = false },
	"best-first":       func(t *techniques) { t.noBest = true },
	"islands":          func(t *techniques) { t.search.Islands = false },
	"supermoves":       func(t *techniques) { t.search.Supermoves = false },
	"worrying-back":    func(t *techniques) { t.search.WorryingBack = false },
	"beams":            func(t *techniques) { t.noBeams = true },
	"freecell":         func(t *techniques) { t.noFreecell = true },
	"deadlocks":        func(t *techniques) { t.noDeadlocks = true },
	"klondike":         func(t *techniques) { t.noKlondike = true },
	"normal-form":      func(t *techniques) { t.klondike.NormalForm = false },
	"ladders":          func(t *techniques) { t.klondike.StockChains = false },
	"unparking":        func(t *techniques) { t.klondike.Unparking = false },
	"sleep-sets":       func(t *techniques) { t.klondike.SleepSets = false },
	"oracle": func(t *techniques) {
		t.klondike.RelaxedSearch, t.covered.Relaxed, t.discard.Relaxed = false, false, false
	},
	"restarts":      func(t *techniques) { t.klondike.Restarts = false },
	"learned-order": func(t *techniques) { t.klondike.LearnedOrder = false },
	"complete":      func(t *techniques) { t.noComplete = true },
	"shortening":    func(t *techniques) { t.asFound = true },
	"dives":         func(t *techniques) { t.accordion.Dives, t.gaps.Dives = false, false },
	"at-once":       func(t *techniques) { t.discard.AtOnce = false },
	"pieces":        func(t *techniques) { t.accordion.Pieces = false },
}

// techniques is the configuration of the engines.
type techniques struct {
	search      state.Techniques
	freecell    freecell.Techniques
	klondike    klondike.Techniques
	accordion   accordion.Techniques
	gaps        gaps.Techniques
	covered     covered.Techniques
	discard     discard.Techniques
	hole        golf.Techniques
	noBest      bool // no best-first search before the depth-first ones
	noBeams     bool // no beams before the depth-first searches
	noFreecell  bool // leaves its games to the general engine
	noKlondike  bool // likewise for Klondike
	noDeadlocks bool // does not look for proofs without search
	noComplete  bool // only searches that find wins and prove no losses
	asFound     bool // does not shorten solutions
}

// UnmarshalText reads a technique's name.
func (t *Technique) UnmarshalText(name []byte) error {
	if switches[Technique(name)] == nil {
		return fmt.Errorf("unknown technique %q; the techniques are %s", name, strings.Join(TechniqueNames(), ", "))
	}
	*t = Technique(name)
	return nil
}

// TechniqueNames returns the names of the techniques, sorted.
func TechniqueNames() []string {
	var names []string
	for t := range switches {
		names = append(names, string(t))
	}
	slices.Sort(names)
	return names
}
