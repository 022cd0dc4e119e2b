package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var (
	pageDeals = flag.Int("page-deals", 1, "deals of each game in which the scripts of the pages are compared with the referee")
	pageRules = flag.Int("page-rules", 110, "games under random rules in which they are compared")
	pageEvery = flag.Int("page-every", 3, "one in how many positions of the catalogue is compared in full")
)

// playout is a game as position.mjs reads it: the moves, and what the referee says before each of
// them and at the end.
type playout struct {
	Name   string          `json:"name"`
	Rules  json.RawMessage `json:"rules"`
	Moves  []game.Move     `json:"moves"`
	States []refereed      `json:"states"`
}

// refereed is a position, and what the referee says of it if it was asked.
type refereed struct {
	Document json.RawMessage `json:"document"`
	Said     *said           `json:"said"`
}

type said struct {
	Legal []game.Move `json:"legal"`
	Runs  []foundRun  `json:"runs"`
	Won   bool        `json:"won"`
	Tried []triedMove `json:"tried"`
}

type foundRun struct {
	Move     game.Move   `json:"move"`
	Expanded []game.Move `json:"expanded"`
}

// triedMove is a move with the reason why it is illegal, if it is.
type triedMove struct {
	Move   game.Move `json:"move"`
	Reason string    `json:"reason"`
}

// referee asks the referee about a position. It tries some moves between places that the game has.
func referee(random *rand.Rand, r *rules.Rules, state *game.State, legal []game.Move, places []game.Place) *said {
	s := said{Legal: legal, Won: state.Won()}
	at := state.Position() // which the runs share
	for _, run := range game.LegalRuns(r, &at) {
		s.Runs = append(s.Runs, foundRun{run.Move, run.Expanded})
	}
	try := func(m game.Move) {
		made, refusal := state.DoRun(m)
		for range made {
			state.Undo()
		}
		if reason := refusal.String(); !strings.HasPrefix(reason, "the table has no ") { // an accordion's places become fewer
			s.Tried = append(s.Tried, triedMove{m, reason})
		}
	}
	try(game.Move{Action: game.Deal, Count: min(len(state.Table().Stock), len(state.Table().Tableau))})
	for range min(6, len(places)) {
		m := game.Move{Action: game.Shift, From: places[random.IntN(len(places))], To: places[random.IntN(len(places))]}
		if m.Cards = state.Top(m.From, 1+random.IntN(3)); len(m.Cards) > 0 {
			try(m)
		}
	}
	return &s
}

// playOut makes random moves. In half of the games it prefers moves that bring a win closer. It asks the
// referee in one of so many positions.
func playOut(random *rand.Rand, name string, r *rules.Rules, p *deal.Position, most, every int) playout {
	out := playout{Name: name, Rules: briefRules(random, r)}
	state := game.New(r, p)
	var places []game.Place // from and to which cards could go so far
	homeward := random.IntN(2) == 0
	for {
		legal := state.Legal()
		for _, m := range legal {
			if m.Action == game.Shift {
				places = append(places, m.From, m.To)
			}
		}
		at := refereed{Document: state.Table().Document(r)}
		if random.IntN(every) == 0 {
			at.Said = referee(random, r, state, legal, places)
		}
		out.States = append(out.States, at)
		if len(legal) == 0 || len(out.Moves) == most {
			return out
		}
		move := legal[random.IntN(len(legal))]
		home := func(m game.Move) bool {
			return m.Action == game.Remove || m.To.Pile == game.Foundation || m.To.Pile == game.Hole
		}
		if i := slices.IndexFunc(legal, home); homeward && i >= 0 {
			move = legal[i]
		}
		state.Do(move)
		out.Moves = append(out.Moves, move)
	}
}

// briefRules writes rules, sometimes without the fields that have the values they have by default.
func briefRules(random *rand.Rand, r *rules.Rules) json.RawMessage {
	document := map[string]any{}
	if err := json.Unmarshal(r.Canonical(), &document); err != nil {
		panic(err) // it was written just now
	}
	if random.IntN(2) == 0 {
		return r.Canonical()
	}
	text := r.Canonical()
	without := func(in map[string]any, field string) {
		value := in[field]
		delete(in, field)
		shorter, _ := json.Marshal(document)
		if same, err := rules.Parse(shorter); err != nil || !reflect.DeepEqual(&same, r) {
			in[field] = value
			return
		}
		text = shorter
	}
	for section, fields := range document {
		if fields, ok := fields.(map[string]any); ok {
			for field := range fields {
				without(fields, field)
			}
		}
		without(document, section)
	}
	return text
}

// TestPagePositions plays random moves in every game of the catalogue and under random rules, and
// makes the scripts of the deal page play the same moves. The cards must lie where the referee has
// them, the same moves must be legal, others illegal for the same reason, and the same positions won.
// Lines and positions must survive being written to an address and read again.
func TestPagePositions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 1))
	var games bytes.Buffer
	to := json.NewEncoder(&games)
	asked, won := 0, 0
	add := func(out playout) {
		for _, s := range out.States {
			if s.Said != nil {
				asked++
			}
			if s.Said != nil && s.Said.Won {
				won++
			}
		}
		if err := to.Encode(out); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range rules.Games() {
		for n := range *pageDeals {
			start, err := deal.Seed{Scheme: "solvitaire", Number: uint64(n + 1)}.Deal(&g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			add(playOut(random, g.Name, &g.Rules, &start, 80, *pageEvery))
		}
	}
	for i := range *pageRules {
		r, p := enginetest.Draw(t, random, enginetest.Families[i%len(enginetest.Families)])
		add(playOut(random, string(r.Canonical()), &r, &p, 20, 1))
	}
	if asked < 5000 || won < *pageRules/10 {
		t.Errorf("only %d positions, %d won", asked, won)
	}
	node := servicetest.Command(t, servicetest.Node, "testdata/position.mjs")
	var stderr bytes.Buffer
	node.Stdin, node.Stderr = &games, &stderr
	output, err := node.Output()
	if err != nil || len(output) > 0 {
		t.Errorf("%v\n%.4000s%.2000s", err, output, &stderr)
	}
	t.Logf("%d positions, %d won", asked, won)
}
