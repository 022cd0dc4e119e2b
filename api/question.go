package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// question is the part that requests share: which rules, and which cards.
type question struct {
	game     string // the catalogue's name of the game; empty if the rules were given
	rules    rules.Rules
	seed     *deal.Seed    // nil if the cards were given
	position deal.Position // the cards, if they were given
}

// decodeQuestion reads the question from a request's fields game or rules, and
// seed or deal. It means something only if the request is found to have no
// mistakes at the end.
func decodeQuestion(node *strict.Node, fields map[string]*strict.Node) question {
	return decodeQuestionOf(node, fields, deal.Decode)
}

// decodeQuestionOf is decodeQuestion with the cards of a document read in some way.
func decodeQuestionOf(node *strict.Node, fields map[string]*strict.Node, cardsOf func(*strict.Node, *rules.Rules) deal.Position) question {
	var q question
	before := node.Complaints()
	q.decodeRules(node, fields)
	rulesRight := node.Complaints() == before

	format := fields["format"]
	if text, ok := format.Text(); ok && !slices.Contains(notation.Formats(), text) {
		format.Complain("%q is none of: %s", problem.Clip(text), strings.Join(notation.Formats(), ", "))
		rulesRight = false
	}
	switch seed, cards := fields["seed"], fields["deal"]; {
	case seed != nil && cards != nil:
		cards.Complain("give either seed or deal, not both")
	case seed != nil:
		if format != nil {
			format.Complain("a seed has no format; it belongs to a deal that is a text")
		}
		if text, ok := seed.Text(); ok {
			s, err := deal.ParseSeed(text)
			if err != nil {
				seed.Complain("%s", err)
			}
			q.seed = &s
		}
	case cards == nil:
		node.ComplainAt("seed", "missing: give the seed of a deal, or its cards in deal")
	case !rulesRight: // cards say nothing without rules
	case format != nil:
		q.position = decodeText(cards, format, &q.rules)
	case cards.IsText():
		cards.Complain("a text needs its format: one of %s", strings.Join(notation.Formats(), ", "))
	default:
		q.position = cardsOf(cards, &q.rules)
	}
	return q
}

// decodeRules reads a request's fields game or rules.
func (q *question) decodeRules(node *strict.Node, fields map[string]*strict.Node) {
	switch name, rulesGiven := fields["game"], fields["rules"]; {
	case name != nil && rulesGiven != nil:
		rulesGiven.Complain("give either game or rules, not both")
	case rulesGiven != nil:
		q.rules = rules.Decode(rulesGiven)
	case name != nil:
		if text, ok := name.Text(); ok {
			g, known := rules.Lookup(text)
			if !known {
				name.Complain("%s", unknownGame(text))
			}
			q.game, q.rules = g.Name, g.Rules
		}
	default:
		node.ComplainAt("game", "missing: give the name of a game, or its rules in rules")
	}
}

// decodeText reads cards that are a text. What is wrong with it belongs to the
// request, under the lines and cards of the text.
func decodeText(cards, format *strict.Node, r *rules.Rules) deal.Position {
	name, _ := format.Text()
	text, ok := cards.Text()
	if !ok {
		return deal.Position{}
	}
	p, err := notation.ReadDeal(name, text, r)
	var mistakes strict.Error
	var silence *notation.Silence
	switch {
	case errors.As(err, &silence):
		format.Complain("%s", silence)
	case errors.As(err, &mistakes):
		cards.Adopt(mistakes)
	case err != nil:
		cards.Complain("%s", err)
	}
	return p
}

// problem poses the question of a request in which nothing was mistaken. Its error
// says that the seed is none of the game's.
func (q *question) problem() (*solver.Problem, error) {
	if q.seed != nil {
		p, err := q.seed.Deal(&q.rules)
		if err != nil {
			return nil, strict.Error{{Field: "seed", Detail: q.seedMistake(err)}}
		}
		q.position = p
	}
	return solver.NewProblem(q.rules, q.position), nil
}

// understood is the deal as it was understood, nil if it was given by number.
func (q *question) understood(p *solver.Problem) json.RawMessage {
	if q.seed != nil {
		return nil
	}
	asked := p.Asked()
	return asked.Document(p.Rules())
}

// seedMistake says why a seed is none of the game's.
func (q *question) seedMistake(err error) string {
	var mismatch *deal.Mismatch
	if !errors.As(err, &mismatch) {
		return err.Error()
	}
	name := q.game
	if name == "" {
		name = "a game of these rules"
	}
	return fmt.Sprintf("scheme %s has no deals of %s: it numbers those of %s", mismatch.Scheme, name, mismatch.Deals)
}

// decodeDialect reads the format in which moves are wanted as a text.
func (q *question) decodeDialect(node *strict.Node) string {
	text, ok := node.Text()
	if !ok {
		return ""
	}
	var silence *notation.Silence
	switch {
	case !slices.Contains(notation.Dialects(), text):
		node.Complain("%q is none of: %s", problem.Clip(text), strings.Join(notation.Dialects(), ", "))
	case node.Complaints() == 0 && errors.As(notation.Speakable(text, &q.rules), &silence):
		node.Complain("%s", silence)
	}
	return text
}
