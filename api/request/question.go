package request

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Question is which rules and which cards a request is about.
type Question struct {
	Game     string // the catalogue's name of the game; empty if the rules were given
	Rules    rules.Rules
	Seed     *deal.Seed    // nil if the cards were given
	Plain    bool          // whether the seed was a number without its scheme
	Position deal.Position // the cards, if they were given
	Explicit bool          // whether to write positions in the explicit form
	Notes    []string      // what was read otherwise than it is written: warnings for the answer
}

// DecodeQuestion reads the fields game or rules, and seed or deal. Cards in JSON are read by
// cardsOf, usually deal.Decode.
func DecodeQuestion(node *strict.Node, fields map[string]*strict.Node, cardsOf notation.Decode) Question {
	var q Question
	q.Explicit = DecodeWord(fields["schema"], Schemas) == Schemas[1]
	before := node.ErrorCount()
	q.DecodeRules(node, fields)
	rulesRight := node.ErrorCount() == before

	format := fields["format"]
	if text, ok := format.Text(); ok && !slices.Contains(notation.Formats(), text) {
		format.AddError("%s", noneOf(text, notation.Formats()))
		rulesRight = false
	}
	switch seed, cards := fields["seed"], fields["deal"]; {
	case seed != nil && cards != nil:
		cards.AddError("give either seed or deal, not both")
	case seed != nil:
		if format != nil {
			format.AddError("applies only to a text deal, not to a seed")
		}
		if text, ok := seed.Text(); ok {
			s, err := deal.ParseSeed(text)
			if err != nil {
				seed.AddError("%s", err)
			}
			q.Seed = &s
			_, q.Plain = deal.PlainNumber(text)
		}
	case cards == nil:
		node.AddErrorAt("seed", "missing: give seed or deal")
	case !rulesRight: // cards have no meaning without rules
	case format != nil:
		q.decodeText(cards, format, cardsOf)
	case cards.IsText():
		cards.AddError("a text deal needs format: one of %s", strings.Join(notation.Formats(), ", "))
	default:
		q.Position = cardsOf(cards, &q.Rules)
	}
	return q
}

// DecodeRules reads the fields game or rules.
func (q *Question) DecodeRules(node *strict.Node, fields map[string]*strict.Node) {
	switch name, rulesGiven := fields["game"], fields["rules"]; {
	case name != nil && rulesGiven != nil:
		rulesGiven.AddError("give either game or rules, not both")
	case rulesGiven != nil:
		q.Rules = rules.Decode(rulesGiven)
	case name != nil:
		if text, ok := name.Text(); ok {
			g, known := rules.Lookup(text)
			if !known {
				name.AddError("%s", UnknownGame(text))
			}
			q.Game, q.Rules = g.Name, g.Rules
		}
	default:
		node.AddErrorAt("game", "missing: give game or rules")
	}
}

// decodeText reads cards in another program's format. Errors name lines and cards of the
// text.
func (q *Question) decodeText(cards, format *strict.Node, cardsOf notation.Decode) {
	name, _ := format.Text()
	text, ok := cards.Text()
	if !ok {
		return
	}
	var err error
	q.Position, q.Notes, err = notation.ReadDeal(name, text, &q.Rules, cardsOf)
	var mistakes strict.Error
	var unsupported *notation.Unsupported
	switch {
	case errors.As(err, &unsupported):
		format.AddError("%s", unsupported)
	case errors.As(err, &mistakes):
		cards.AddErrors(mistakes)
	case err != nil:
		cards.AddError("%s", err)
	}
}

// Problem returns the problem of a question without errors, and notes if people may mean another deal by
// its number. It fails if the game has no deal of the seed.
func (q *Question) Problem() (*solver.Problem, error) {
	if q.Seed != nil {
		p, err := q.Seed.Deal(&q.Rules)
		if err != nil {
			return nil, problem.Field("seed", "%s", q.SeedMistake(err))
		}
		q.Position = p
		q.noteSeed()
	}
	return solver.NewProblem(q.Rules, q.Position), nil
}

// Echo returns the deal as it was understood; nil if it was given by number.
func (q *Question) Echo(p *solver.Problem) json.RawMessage {
	if q.Seed != nil {
		return nil
	}
	asked := p.Asked()
	return q.Write(p.Rules(), &asked)
}

// Schemas are the forms in which positions are written. The first is the default.
var Schemas = []string{"solvitaire", "explicit"}

// Write writes a position in the form that was asked for.
func (q *Question) Write(r *rules.Rules, p *deal.Position) json.RawMessage {
	return Write(r, p, q.Explicit)
}

// Write writes a position in one of two forms.
func Write(r *rules.Rules, p *deal.Position, explicit bool) json.RawMessage {
	if explicit {
		return p.Explicit(r)
	}
	return p.Document(r)
}

// SeedMistake returns why a game has no deal of a seed.
func (q *Question) SeedMistake(err error) string {
	var mismatch *deal.SchemeMismatch
	if !errors.As(err, &mismatch) {
		return err.Error()
	}
	name := q.Game
	if name == "" {
		name = "a game of these rules"
	}
	return fmt.Sprintf("scheme %s does not number deals of %s: its schemes are %s", mismatch.Scheme, name, strings.Join(mismatch.Has, ", "))
}

// DecodeDialect reads the format in which to write moves as text.
func (q *Question) DecodeDialect(node *strict.Node) string {
	text, ok := node.Text()
	if !ok {
		return ""
	}
	var unsupported *notation.Unsupported
	switch {
	case !slices.Contains(notation.Dialects(), text):
		node.AddError("%s", noneOf(text, notation.Dialects()))
	case node.ErrorCount() == 0 && errors.As(notation.CheckDialect(text, &q.Rules), &unsupported):
		node.AddError("%s", unsupported)
	}
	return text
}

// Numbered returns the question about a deal by number. Rules without a name have an empty
// one.
func Numbered(name string, r rules.Rules, seed string) (Question, error) {
	parsed, err := deal.ParseSeed(seed)
	if err != nil {
		return Question{}, problem.Field("seed", "%s", err)
	}
	_, plain := deal.PlainNumber(seed)
	return Question{Game: name, Rules: r, Seed: &parsed, Plain: plain}, nil
}

// noteSeed adds a note if people who number deals of this game mean another one by the plain number of a
// question.
func (q *Question) noteSeed() {
	number := strconv.FormatUint(q.Seed.Number, 10)
	if usual := UsualScheme(&q.Rules, number); q.Plain && usual != q.Seed.Scheme {
		q.Notes = append(q.Notes, fmt.Sprintf("seed: %s was read as %s; what players call deal %s of this game is %s:%s", number, q.Seed, number, usual, number))
	}
}

// UsualScheme returns the scheme that people mean by a number: Microsoft's for games with cells that it
// numbers, as in books and lists, and otherwise solvitaire. The pages read plain numbers so; seeds of
// requests are always solvitaire's, so that a number means one deal.
func UsualScheme(r *rules.Rules, number string) string {
	if r.Cells.Count > 0 && deal.DealsWholeDeck(r) {
		if s, err := deal.ParseSeed(deal.Microsoft + ":" + number); err == nil {
			return s.Scheme
		}
	}
	return deal.Solvitaire
}
