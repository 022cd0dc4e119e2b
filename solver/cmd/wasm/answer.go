package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// answer is the answer to a request: a verdict, or errors.
type answer struct {
	ID          solver.ID       `json:"id,omitempty"`
	Verdict     solver.Verdict  `json:"verdict,omitempty"`
	Because     solver.Reason   `json:"because,omitempty"` // why the verdict is unknown
	Solution    *solution       `json:"solution,omitempty"`
	Certificate *certificate    `json:"certificate,omitempty"` // why the deal can't be won
	Search      *figures        `json:"search,omitempty"`
	Position    json.RawMessage `json:"position,omitempty"` // the deal in canonical form
	Errors      strict.Error    `json:"errors,omitempty"`
}

type solution struct {
	Length int         `json:"length"`
	Moves  []game.Move `json:"moves"`
	Text   string      `json:"text"` // the moves as numbered lines
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

// defaultDeadline is the deadline of requests without one.
const defaultDeadline = 10 * time.Second

// solve answers a request.
func solve(request []byte, engine solver.Engine, now func() time.Time) answer {
	p, deadline, budget, err := decode(request)
	if err != nil {
		var mistakes strict.Error
		if !errors.As(err, &mistakes) {
			mistakes = strict.Error{{Detail: err.Error()}}
		}
		return answer{Errors: mistakes}
	}
	began := now()
	ctx, cancel := context.WithDeadline(context.Background(), began.Add(deadline))
	defer cancel()
	result := engine.Solve(ctx, p, budget)
	elapsed := now().Sub(began)
	if err := result.Verify(p); err != nil {
		return answer{Errors: strict.Error{{Detail: "internal error: " + err.Error()}}}
	}
	asked := p.Asked()
	out := answer{
		ID: p.ID(), Verdict: result.Verdict, Because: result.Reason, Position: asked.Document(p.Rules()),
		Search: &figures{result.Engine, result.States, float64(elapsed.Microseconds()) / 1000},
	}
	switch result.Verdict {
	case solver.Winnable:
		moves := p.ToAsked(result.Solution)
		text, err := notation.WriteMoves(notation.Text, p.Rules(), &asked, moves)
		if err != nil {
			panic(err) // the numbered text can express every move
		}
		out.Solution = &solution{game.Length(moves), moves, text}
	case solver.Unwinnable:
		out.Certificate = certify(p, &result)
	}
	return out
}

// certify returns the reason why a deal can't be won.
func certify(p *solver.Problem, r *solver.Result) *certificate {
	if r.Certificate != nil {
		asked := p.Asked()
		if c, err := r.Certificate.Restate(p.Rules(), &asked); err == nil {
			return &certificate{"deadlock", c.String()}
		}
	}
	return &certificate{"search", "All lines of play were searched, except those proven to be superfluous."}
}

// decode reads a request.
func decode(request []byte) (p *solver.Problem, deadline time.Duration, b solver.Budget, err error) {
	node, err := strict.Parse(request, "")
	if err != nil {
		return nil, 0, b, err
	}
	fields := node.Object("game", "rules", "seed", "deal", "format", "deadline_ms", "states")
	if fields == nil {
		return nil, 0, b, node.Err()
	}
	ms := defaultDeadline.Milliseconds()
	fields["deadline_ms"].Int64(&ms, 1, math.MaxInt64/int64(time.Millisecond))
	fields["states"].Int64(&b.States, 1, math.MaxInt64)
	r := decodeRules(node, fields)
	if err := node.Err(); err != nil {
		return nil, 0, b, err
	}
	position, err := decodeDeal(node, fields, &r)
	if err == nil {
		err = node.Err()
	}
	if err != nil {
		return nil, 0, b, err
	}
	return solver.NewProblem(r, position), time.Duration(ms) * time.Millisecond, b, nil
}

func decodeRules(node *strict.Node, fields map[string]*strict.Node) rules.Rules {
	name, document := fields["game"], fields["rules"]
	switch {
	case name != nil && document != nil:
		document.AddError("give either game or rules, not both")
	case document != nil:
		return rules.Decode(document)
	case name == nil:
		node.AddErrorAt("game", "missing: give the name of a game, or its rules in rules")
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

func decodeDeal(node *strict.Node, fields map[string]*strict.Node, r *rules.Rules) (deal.Position, error) {
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
		p, err := s.Deal(r)
		if err != nil {
			seed.AddError("%s", err)
		}
		return p, nil
	case format == nil:
		return deal.Decode(cards, r), nil
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
			return notation.ReadDeal(name, text, r)
		}
	}
	return deal.Position{}, nil
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

func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are strings, numbers and lists
	}
	return text
}
