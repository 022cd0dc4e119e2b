package request

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Question is the game and the deal that a request is about.
type Question struct {
	Game     string // the game's name in the catalogue; empty if the rules were given
	Rules    rules.Rules
	Seed     *deal.Seed    // nil if the cards were given
	Plain    bool          // whether the seed was a plain number, without a scheme
	Position deal.Position // the cards, if they were given
	Schema   string        // how to write positions: one of Schemas, or "" for the first
	Notes    []string      // warnings for the answer, about input that may mean something else
}

// GameFields are the fields of a request that name the game.
type GameFields struct {
	Game  string     `json:"game,omitempty" example:"klondike"` // name or alias of a game; or give rules
	Rules RulesField `json:"rules,omitempty"`                   // rules of a game; or give game
}

// DealFields are the fields of a request that name the game and the deal.
type DealFields struct {
	GameFields
	Seed   string     `json:"seed,omitempty" example:"solvitaire:2"`                                  // deal by number; or give deal
	Deal   DealOrText `json:"deal,omitempty"`                                                         // position, at the start or later, as JSON, as a line, or as text in a format; or give seed
	Format string     `json:"format,omitempty" enums:"fc-solve,pysol,klondike-solver,rows"`           // format of a text deal
	Schema string     `json:"schema,omitempty" enums:"solvitaire,explicit,line" default:"solvitaire"` // how positions in the answer are written: as Solvitaire does, under piles with cards as objects, or in one line of text; deal is read in each form
}

// Fields that are read when the game is known. The OpenAPI document describes them by the types in
// the comments.
type (
	RulesField = *strict.Node // rules.Document
	DealOrText = *strict.Node // DealDocument, or a text in a format
)

// Question returns what a request asks about. The function cardsOf reads cards in JSON; it is
// usually deal.Decode. The second result reports whether the game could be read.
func (f *DealFields) Question(node *strict.Node, cardsOf notation.Decode) (Question, bool) {
	q, knownGame := f.GameFields.Question(node)
	q.Schema = f.Schema
	format := node.Field("format")
	switch seed, cards := node.Field("seed"), f.Deal; {
	case seed != nil && cards != nil:
		cards.AddError("give either seed or deal, not both")
	case seed != nil:
		if format != nil {
			format.AddError("applies only to a text deal, not to a seed")
		}
		if seed.IsText() {
			s, err := deal.ParseSeed(f.Seed)
			if err != nil {
				seed.AddError("%s", err)
			}
			q.Seed = &s
			_, q.Plain = deal.PlainNumber(f.Seed)
		}
	case cards == nil:
		node.AddErrorAt("seed", "missing: give seed or deal")
	case !knownGame || format != nil && f.Format == "": // cards have no meaning without rules
	case format != nil:
		q.decodeText(cards, format, f.Format, cardsOf)
	case cards.IsText() && !isLine(cards):
		cards.AddError("a text deal needs format: one of %s; without a format only a position in one line is read (/docs/build/line)", strings.Join(notation.Formats(), ", "))
	default:
		q.Position = cardsOf(cards, &q.Rules)
	}
	return q, knownGame
}

// Question returns a question about the game of a request. knownGame reports whether the game could
// be read.
func (f *GameFields) Question(node *strict.Node) (q Question, knownGame bool) {
	before := node.ErrorCount()
	switch name := node.Field("game"); {
	case name != nil && f.Rules != nil:
		f.Rules.AddError("give either game or rules, not both")
	case f.Rules != nil:
		q.Rules = rules.Decode(f.Rules)
	case name.IsText():
		g, known := rules.Lookup(f.Game)
		if !known {
			name.AddError("%s", UnknownGame(f.Game))
		}
		q.Game, q.Rules = g.Name, g.Rules
	case name == nil:
		node.AddErrorAt("game", "missing: give game or rules")
	default: // no text
		return q, false
	}
	return q, node.ErrorCount() == before
}

// decodeText reads cards in the format of another program. Its errors name lines and cards of the
// text.
func (q *Question) decodeText(cards, format *strict.Node, name string, cardsOf notation.Decode) {
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

// Resolve returns the problem of a question without errors. It adds a note if many players mean
// another deal by the number. It fails if the game has no deal with this seed.
func (q *Question) Resolve() (*solver.Problem, error) {
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

// Schemas are the forms in which positions are written. The first is the default.
var Schemas = []string{"solvitaire", "explicit", "line"}

// isLine reports whether a text may be a position in the line form.
func isLine(n *strict.Node) bool {
	text, _ := n.Text()
	return deal.IsLine(text)
}

// Write writes a position in the form that the request asks for.
func (q *Question) Write(r *rules.Rules, p *deal.Position) json.RawMessage {
	return Write(r, p, q.Schema)
}

// Write writes a position in JSON, in one of Schemas, or in the first if schema is "".
func Write(r *rules.Rules, p *deal.Position, schema string) json.RawMessage {
	switch schema {
	case "explicit":
		return p.Explicit(r)
	case "line":
		return json.RawMessage(strconv.Quote(p.Line(r)))
	default:
		return p.Document(r)
	}
}

// SeedMistake explains why a game has no deal with a seed. err is the error of the seed.
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

// CheckDialect checks the field that names a format for moves. It adds an error if the format can't
// express a move of the game. It also adds an error if solution is false, because then there are no
// moves to write.
func (q *Question) CheckDialect(node *strict.Node, field, dialect string, solution bool) {
	if dialect == "" {
		return
	}
	var unsupported *notation.Unsupported
	switch {
	case node.ErrorCount() == 0 && errors.As(notation.CheckDialect(dialect, &q.Rules), &unsupported):
		node.AddErrorAt(field, "%s", unsupported)
	case !solution:
		node.AddErrorAt(field, "needs solution: true")
	}
}

// Numbered returns the question about a deal by number. The name is empty if the rules have none.
func Numbered(name string, r rules.Rules, seed string) (Question, error) {
	parsed, err := deal.ParseSeed(seed)
	if err != nil {
		return Question{}, problem.Field("seed", "%s", err)
	}
	_, plain := deal.PlainNumber(seed)
	return Question{Game: name, Rules: r, Seed: &parsed, Plain: plain}, nil
}

// noteSeed adds a note if the seed is a plain number, and players of this game usually mean another
// deal by that number.
func (q *Question) noteSeed() {
	number := strconv.FormatUint(q.Seed.Number, 10)
	if usual := UsualScheme(&q.Rules, number); q.Plain && usual != q.Seed.Scheme {
		q.Notes = append(q.Notes, fmt.Sprintf("seed: %s was read as %s; what players call deal %s of this game is %s:%s", number, q.Seed, number, usual, number))
	}
}

// UsualScheme returns the scheme that players mean by a plain number. For games with cells it is
// microsoft if that scheme has the number, because books and lists use it. Otherwise it is
// solvitaire. The web pages read plain numbers in this way. In requests a plain number always has
// the scheme solvitaire, so it means the same deal number in every game.
func UsualScheme(r *rules.Rules, number string) string {
	if r.Cells.Count > 0 && deal.DealsWholeDeck(r) {
		if s, err := deal.ParseSeed(deal.Microsoft + ":" + number); err == nil {
			return s.Scheme
		}
	}
	return deal.Solvitaire
}

// AtLine returns the body of a request about the game and the position in one line that a path names. Parameters of the
// query become fields of the body.
func AtLine(r *http.Request, parameters ...string) ([]byte, error) {
	q := Query(r, parameters...)
	g, line, err := lineOf(r, Param(r, "line"))
	if err != nil {
		return nil, err
	}
	fields := map[string]any{"game": g.Name, "deal": line}
	for _, name := range parameters {
		if text, given := q.Text(name); given {
			fields[name] = text
			if text == "true" || text == "false" {
				fields[name] = text == "true"
			} else if n, err := strconv.ParseInt(text, 10, 64); err == nil {
				fields[name] = n
			}
		}
	}
	if err := q.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// ProblemAt returns the problem of the game and the position in one line that a path names. The line has an extension.
func ProblemAt(r *http.Request) (rules.Game, *solver.Problem, error) {
	name := Param(r, "line")
	g, line, err := lineOf(r, strings.TrimSuffix(name, path.Ext(name)))
	if err != nil {
		return g, nil, err
	}
	p, err := deal.Parse([]byte(strconv.Quote(line)), &g.Rules)
	if err != nil {
		return g, nil, err
	}
	return g, solver.NewProblem(g.Rules, p), nil
}

// lineOf returns the game of a path, and the line, which it checks.
func lineOf(r *http.Request, line string) (rules.Game, string, error) {
	g, err := Game(Param(r, "game"))
	if err != nil {
		return g, "", err
	}
	if !deal.IsLine(line) {
		return g, "", problem.Field("deal", "%q is not a position in one line (/docs/build/line)", problem.Clip(line))
	}
	return g, line, nil
}
