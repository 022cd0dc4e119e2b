package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// answer is a verdict.
type answer struct {
	ID          solver.ID       `json:"id"`
	Verdict     solver.Verdict  `json:"verdict"`
	Because     solver.Reason   `json:"because,omitempty"` // why the verdict is unknown
	Solution    *solution       `json:"solution,omitempty"`
	Certificate *certificate    `json:"certificate,omitempty"` // why the deal can't be won
	Search      figures         `json:"search"`
	Position    json.RawMessage `json:"position"` // the deal as understood
	notes
}

// notes is the end of every answer about a deal.
type notes struct {
	Warnings []string `json:"warnings,omitempty"` // what was read otherwise than it is written
}

type solution struct {
	Length  int         `json:"length"`  // without redeals
	Redeals int         `json:"redeals"` // beside the length
	Moves   []game.Move `json:"moves"`
	Text    string      `json:"text"` // the moves as numbered lines
}

type certificate struct {
	Kind string `json:"kind"` // deadlock or search, as in the service's answers
	Text string `json:"text"`
}

type figures struct {
	Engine    string  `json:"engine"`
	States    int64   `json:"states"`
	ElapsedMS float64 `json:"elapsed_ms"`
}

// spent returns the figures of searches.
func spent(engine string, states int64, elapsed time.Duration) figures {
	return figures{engine, states, float64(elapsed.Microseconds()) / 1000}
}

// Deadlines of requests without one.
const (
	solveDeadline = 10 * time.Second
	movesDeadline = 2 * time.Second
)

// refusal is the answer to a request that has errors.
type refusal struct {
	Errors strict.Error `json:"errors"`
}

// refuse returns the answer for an error.
func refuse(err error) refusal {
	var mistakes strict.Error
	if !errors.As(err, &mistakes) {
		mistakes = strict.Error{{Detail: err.Error()}}
	}
	return refusal{mistakes}
}

// solve answers a request for a verdict.
func solve(request []byte, engine solver.Engine, now func() time.Time) any {
	q, err := decode(request, solveDeadline)
	if err != nil {
		return refuse(err)
	}
	p := q.problem
	began := now()
	clock := solver.NewClock(context.Background()).Within(q.deadline)
	result := engine.Solve(clock, p, q.budget)
	cost := spent(result.Engine, result.States, now().Sub(began))
	if err := result.Verify(p); err != nil {
		return refuse(fmt.Errorf("internal error: %w", err))
	}
	asked := p.Asked()
	out := answer{ID: p.ID(), Verdict: result.Verdict, Because: result.Reason, Position: asked.Document(p.Rules()), Search: cost, notes: q.notes}
	switch result.Verdict {
	case solver.Winnable:
		moves := p.ToAsked(result.Solution)
		text, err := notation.WriteMoves(notation.Text, p.Rules(), &asked, moves)
		if err != nil {
			panic(err) // the numbered text can express every move
		}
		out.Solution = &solution{game.Length(moves), game.Redeals(moves), moves, text}
	case solver.Unwinnable:
		out.Certificate = certify(p, &result)
	}
	return out
}

// certify returns the reason why a deal can't be won.
func certify(p *solver.Problem, r *solver.Result) *certificate {
	if r.Certificate != nil {
		asked := p.Asked()
		if c, err := proof.Restate(r.Certificate, p.Rules(), &asked); err == nil {
			return &certificate{"deadlock", proof.Text(c)}
		}
	}
	return &certificate{"search", "All lines of play were searched, except those proven to be superfluous."}
}

// question is a request without errors.
type question struct {
	problem  *solver.Problem
	deadline time.Duration
	budget   solver.Budget
	fields   map[string]*strict.Node
	node     *strict.Node
	notes
}

// decode reads the fields that most requests have. Others may be named; the caller reads them, and
// then asks for the errors of the document.
func decode(request []byte, deadline time.Duration, others ...string) (q question, err error) {
	node, err := strict.Parse(strict.TrimMark(request), "")
	if err != nil {
		return q, err
	}
	fields := node.Object(append([]string{"game", "rules", "seed", "deal", "format", "deadline_ms", "states"}, others...)...)
	if fields == nil {
		return q, node.Err()
	}
	ms := deadline.Milliseconds()
	fields["deadline_ms"].Int64(&ms, 1, math.MaxInt64/int64(time.Millisecond))
	fields["states"].Int64(&q.budget.States, 1, math.MaxInt64)
	r := decodeRules(node, fields)
	if err := node.Err(); err != nil {
		return q, err
	}
	position, noted, err := decodeDeal(node, fields, &r)
	if err == nil {
		err = node.Err()
	}
	if err != nil {
		return q, err
	}
	q.problem, q.deadline = solver.NewProblem(r, position), time.Duration(ms)*time.Millisecond
	q.fields, q.node, q.Warnings = fields, node, noted
	return q, nil
}

// game returns the game that a request names; false if it has rules.
func (q *question) game() (rules.Game, bool) {
	name, _ := q.fields["game"].Text()
	return rules.Lookup(name)
}

func decodeRules(node *strict.Node, fields map[string]*strict.Node) rules.Rules {
	name, document := fields["game"], fields["rules"]
	switch {
	case name != nil && document != nil:
		document.AddError("give either game or rules, not both")
	case document != nil:
		return rules.Decode(document)
	case name == nil:
		node.AddErrorAt("game", "missing: name a game here, or give rules instead")
	}
	text, ok := name.Text()
	if !ok {
		return rules.Rules{}
	}
	g, known := rules.Lookup(text)
	if !known {
		name.AddError("unknown game %.40q", text)
	}
	return g.Rules
}

func decodeDeal(node *strict.Node, fields map[string]*strict.Node, r *rules.Rules) (p deal.Position, noted []string, err error) {
	seed, cards, format := fields["seed"], fields["deal"], fields["format"]
	switch {
	case (seed == nil) == (cards == nil):
		node.AddErrorAt("seed", "give the seed of a deal, or its cards in deal")
	case seed != nil:
		text, ok := seed.Text()
		if !ok {
			break
		}
		s, err := deal.ParseSeed(text)
		if err != nil {
			seed.AddError("%s", err)
			break
		}
		p, err = s.Deal(r)
		if err != nil {
			seed.AddError("%s", err)
		}
		return p, nil, nil
	case format == nil:
		return deal.Decode(cards, r), nil, nil
	default:
		name, named := format.Text()
		text, ok := cards.Text()
		if !slices.Contains(notation.Formats(), name) {
			if named {
				format.AddError("%.40q is not one of: %s", name, strings.Join(notation.Formats(), ", "))
			}
			break
		}
		if ok {
			return notation.ReadDeal(name, text, r, deal.Decode)
		}
	}
	return deal.Position{}, nil, nil
}

// games returns the names and titles of all games as JSON.
func games() []byte {
	type named struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	var list []named
	for _, g := range rules.Games() {
		list = append(list, named{g.Name, g.Title})
	}
	return encode(list)
}

// calls are the functions of the program, by name.
var calls = map[string]func(request []byte, engine solver.Engine, now func() time.Time) any{
	"solve":   solve,
	"moves":   moves,
	"analyse": analyse,
	"replay":  func(request []byte, _ solver.Engine, _ func() time.Time) any { return replay(request) },
	"deal":    func(request []byte, _ solver.Engine, _ func() time.Time) any { return deals(request) },
}

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are strings, numbers and lists
	}
	return text
}
