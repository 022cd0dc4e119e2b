package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
	"github.com/thoughtful-solitaire/thoughtful/solver/supermove"
)

// A text of moves is first parsed into steps, and every invalid step is reported. Then
// the steps are played on a table, one after another, by the referee's rules alone: what
// a dialect leaves out, such as how many cards move or which card turns up, follows from
// the table.

// Bounds of a text of moves. fc-solve prints 300 bytes for each move of a game if it
// shows the boards too. No game is won by more steps or moves than the second bound.
const (
	maxMovesText = 1 << 20
	maxMoves     = 1 << 15
)

// IllegalStep reports a step that can't be played, or is ambiguous, on the table it comes
// to.
type IllegalStep struct {
	Step   int    // its number, from 1
	Word   string // the step as it is written
	Reason string
}

func (e *IllegalStep) Error() string { return fmt.Sprintf("step %d, %q: %s", e.Step, e.Word, e.Reason) }

// step is one instruction of a text.
type step struct {
	word string // as it is written
	// ways returns what it could mean on a table, the likeliest first; mostly there is
	// one.
	ways func(t *table) []way
}

// way is a meaning of a step.
type way struct {
	meaning string // in words, if there are several
	// play plays it, or returns why that is impossible; the caller then undoes what it
	// has played.
	play func(t *table) (refusal string)
}

// plain returns a step that means one thing.
func plain(play func(t *table) string) step {
	only := []way{{play: play}}
	return step{ways: func(*table) []way { return only }}
}

var (
	counted    = regexp.MustCompile(`\dv[0-9a-f]`)    // a word of fc-solve that says how many cards move
	movesTitle = regexp.MustCompile(`(?m)^\s*Moves:`) // the title of MinimalKlondike's moves
	// ownTitle is the line before the moves in the output of this program's commands solve, play
	// and convert.
	ownTitle = regexp.MustCompile(`(?m)^\d+ moves(?:, and (?:there is no shorter solution|no solution has fewer than \d+))?:\s*$`)
	// ownHeading matches what these commands write above it: a verdict, how a player played, or a
	// deal and an empty line. Other lines may be moves, which must not be lost.
	ownHeading = regexp.MustCompile(`^$|^winnable\b.* states in |\nit saw |\n\r?\n$`)
	// notSolved is the first line of solve where there is no solution.
	notSolved = regexp.MustCompile(`^(?:unwinnable|unknown)(?: \([^\n]*\))?: \d+ states in [\d.]+ ms`)
	diagram   = regexp.MustCompile(`^\d+:( |$)`) // a pile as Klondike-Solver draws it
)

// ReadMoves reads a text of moves from position p and plays it. It returns every handling
// of cards, nothing implied, as far as the text could be played. The error is a
// *Unsupported, a [strict.Error] that names steps under "moves", or a *IllegalStep.
func ReadMoves(dialect, text string, r *rules.Rules, p *deal.Position) ([]game.Move, error) {
	if err := CheckDialect(dialect, r); err != nil {
		return nil, err
	}
	if len(text) > maxMovesText {
		return nil, strict.Error{{Field: "moves", Detail: fmt.Sprintf("text has %d bytes, at most %d allowed", len(text), maxMovesText)}}
	}
	steps, err := parseSteps(dialect, text, r)
	if err != nil {
		return nil, err
	}
	t := &table{rules: r, state: game.New(r, p)}
	err = t.playAll(steps)
	return t.moves, err
}

// parseSteps parses a text into steps.
func parseSteps(dialect, text string, r *rules.Rules) ([]step, error) {
	d := strict.NewDraft()
	var steps []step
	add := func(word string, s step, err error) {
		s.word = word
		steps = append(steps, s)
		if err != nil {
			d.AddError(fmt.Sprintf("moves step %d", len(steps)), "%q: %s", clip(word), err)
		}
	}
	if why := notSolved.FindString(text); why != "" {
		d.AddError("moves", "%q comes from a search that found no solution", clip(why))
		return nil, d.Err()
	}
	if title := ownTitle.FindStringIndex(text); title != nil && ownHeading.MatchString(text[:title[0]]) {
		text = text[title[1]:]
	}
	saysCounts := counted.MatchString(text)
	// MinimalKlondike draws the deal before the moves.
	titled := dialect == MinimalKlondike && movesTitle.MatchString(text)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(steps) > maxMoves {
			break
		}
		switch {
		case line == "" || skipped(dialect, line) || titled && !strings.HasPrefix(line, "Moves:"):
		case failed(dialect, line):
			d.AddError("moves", "%q comes from a search that found no solution", clip(line))
		case dialect == Text:
			s, err := lineStep(line, len(steps)+1)
			add(line, s, err)
		case dialect == FCSolve && strings.HasPrefix(line, "Move ") && !strings.HasPrefix(line, "Move: "):
			s, err := sentence(line)
			add(line, s, err)
		default:
			for word := range strings.FieldsSeq(trimTitle(line)) {
				if len(steps) > maxMoves {
					break
				}
				var s step
				var err error
				switch dialect {
				case FCSolve:
					s, err = standardStep(word, saysCounts)
				case KlondikeSolver:
					s, err = klondikeStep(word)
				default:
					s, err = minimalStep(word)
				}
				add(word, s, err)
			}
		}
	}
	if len(steps) > maxMoves {
		d.AddError("moves", "more than %d steps", maxMoves)
	}
	return steps, d.Err()
}

// otherLines has the beginnings of lines that programs print around and between the
// moves: boards, what a search took, and how long a solution is.
var otherLines = map[string][]string{
	FCSolve: {
		"-=-=", "====", "Foundations:", "Freecells:", ":", "This game is solveable.",
		"Total number of states checked is ", "This scan generated ",
	},
	KlondikeSolver: {"Minimum Moves Needed: ", "Minimal solution in ", "Solved in ", "Foundations:", "Talon:", ":"},
}

// skipped reports whether a line is not about moves.
func skipped(dialect, line string) bool {
	return begins(line, otherLines[dialect]) || dialect == KlondikeSolver && diagram.MatchString(line)
}

// failed reports whether a line says that there is no solution.
func failed(dialect, line string) bool {
	return dialect != Text && begins(line, []string{
		"I could not solve this game.", "Iterations count exceeded.", "Impossible.", "Unknown.",
	})
}

func begins(line string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(line, w) })
}

// trimTitle removes the title from a line of moves: fc-solve writes `Move: 7h`, and
// MinimalKlondike `Moves: HE KE`.
func trimTitle(line string) string {
	for _, title := range []string{"Move:", "Moves:"} {
		if rest, ok := strings.CutPrefix(line, title); ok {
			return rest
		}
	}
	return line
}

// table is a game on which steps are played.
type table struct {
	rules *rules.Rules
	state *game.State
	moves []game.Move
}

// do makes a move, or the single moves of a run, or returns why it is illegal.
func (t *table) do(m game.Move) (refusal string) {
	made, why := supermove.Make(t.state, t.rules, m)
	if why != "" {
		return m.String() + ": " + string(why)
	}
	if t.moves = append(t.moves, made...); len(t.moves) > maxMoves {
		return fmt.Sprintf("more than %d moves", maxMoves)
	}
	return ""
}

// undo undoes moves until left of them are left.
func (t *table) undo(left int) {
	for len(t.moves) > left {
		t.state.Undo()
		t.moves = t.moves[:len(t.moves)-1]
	}
}

// shift moves the n top cards of a place. A foundation without a suit is that of the
// moving card.
func (t *table) shift(from, to game.Place, n int) (refusal string) {
	cards := t.top(from, n)
	if cards == nil {
		if n > 1 {
			return fmt.Sprintf("%s does not have %d face-up cards", from, n)
		}
		return fmt.Sprintf("no card to move from %s", from)
	}
	if to.Pile == game.Foundation && to.N == 0 {
		to = game.FoundationOf(cards[0].Suit())
	}
	return t.do(game.Move{From: from, To: to, Cards: cards})
}

// top returns the n top cards of a place, the top one last; nil if the place has fewer
// face-up cards or does not exist.
func (t *table) top(from game.Place, n int) []card.Card {
	p := t.state.Table()
	var have []card.Card
	switch from.Pile {
	case game.Tableau:
		if from.N <= len(p.Tableau) {
			have = p.Tableau[from.N-1].Cards[p.Tableau[from.N-1].Down:]
		}
	case game.Cell:
		if from.N <= len(p.Cells) && p.Cells[from.N-1] != card.None {
			have = p.Cells[from.N-1 : from.N]
		}
	case game.Waste:
		have = p.Waste
	case game.Foundation:
		if h := p.Foundations[from.N-1]; h > 0 {
			have = []card.Card{deal.FoundationCard(t.rules, p.Base, card.Suit(from.N-1), h)}
		}
	}
	if n < 1 || n > len(have) {
		return nil
	}
	return slices.Clone(have[len(have)-n:])
}

// empty reports whether a column of the table exists and is empty.
func (t *table) empty(column game.Place) bool {
	p := t.state.Table()
	return column.Pile == game.Tableau && column.N <= len(p.Tableau) && len(p.Tableau[column.N-1].Cards) == 0
}

// fitting returns how many cards of a column fit onto another one, so that the deepest of
// them is one rank below the card there. It is 1 if none fit or the column is empty: then
// the referee says what is wrong.
func (t *table) fitting(from, to game.Place) int {
	target := t.top(to, 1)
	if target == nil {
		return 1
	}
	for n := 1; ; n++ {
		cards := t.top(from, n)
		switch {
		case cards == nil || n > 1 && cards[0].Rank() != cards[1].Rank()+1:
			return 1
		case cards[0].Rank()+1 == target[0].Rank():
			return n
		}
	}
}

// maxTries bounds how many steps and moves are tried to find the meaning of ambiguous
// steps.
const maxTries = 200_000

// A reading plays steps. If a step is ambiguous, the likeliest meaning is tried first,
// and others if a later step is impossible then. A text that can be played in two ways,
// neither of them the likeliest throughout, is rejected.
type reading struct {
	steps  []step
	table  *table
	tries  int
	chosen []choice     // the meanings taken so far for ambiguous steps
	first  *IllegalStep // where the likeliest reading fails; nil while it is tried
	played []game.Move  // the moves up to there
	found  []choice     // another reading, which can be played to the end
	moves  []game.Move  // its moves
	other  []choice     // a second one
}

// choice is one meaning of a step.
type choice struct {
	step    int
	meaning string
}

// playAll plays steps.
func (t *table) playAll(steps []step) error {
	r := reading{steps: steps, table: t}
	r.from(0)
	switch {
	case r.first == nil:
		return nil
	case r.other != nil:
		t.moves = r.played
		return r.ambiguity()
	case r.tries > maxTries:
		r.first.Reason += "; earlier steps are ambiguous, and there are too many ways to read them"
	case r.found != nil:
		t.moves = r.moves
		return nil
	}
	t.moves = r.played
	return r.first
}

// from plays the steps from number i. If the likeliest reading can be played, the table
// stays as after the last step; otherwise it returns to its state before.
func (r *reading) from(i int) {
	made := len(r.table.moves)
	for ; i < len(r.steps); i++ {
		ways := r.steps[i].ways(r.table)
		if len(ways) > 1 {
			r.fork(i, ways)
			break
		}
		if !r.play(i, ways[0]) {
			break
		}
	}
	if i == len(r.steps) && r.first != nil {
		if r.found == nil {
			r.found, r.moves = slices.Clone(r.chosen), slices.Clone(r.table.moves)
		} else {
			r.other = slices.Clone(r.chosen)
		}
	}
	if r.first != nil {
		r.table.undo(made)
	}
}

// fork plays the steps from number i in each of the ways that step could be meant, until
// enough is known.
func (r *reading) fork(i int, ways []way) {
	made := len(r.table.moves)
	for _, w := range ways {
		r.chosen = append(r.chosen, choice{i, w.meaning})
		if r.play(i, w) {
			if r.from(i + 1); r.first == nil {
				return
			}
		}
		r.chosen = r.chosen[:len(r.chosen)-1]
		r.table.undo(made)
		if r.other != nil || r.tries > maxTries {
			return
		}
	}
}

// play plays one step, or leaves the table unchanged.
func (r *reading) play(i int, w way) bool {
	r.tries++
	made := len(r.table.moves)
	refusal := w.play(r.table)
	r.tries += len(r.table.moves) - made
	if refusal == "" {
		return true
	}
	r.table.undo(made)
	if r.first == nil {
		r.first = r.illegalStep(i, refusal)
		r.played = slices.Clone(r.table.moves)
	}
	return false
}

// ambiguity names the step at which two readings differ.
func (r *reading) ambiguity() *IllegalStep {
	at := 0
	for r.found[at] == r.other[at] {
		at++
	}
	a, b := r.found[at], r.other[at]
	return r.illegalStep(a.step, fmt.Sprintf("ambiguous: it could mean that %s or that %s, and the following steps fit both", a.meaning, b.meaning))
}

func (r *reading) illegalStep(i int, reason string) *IllegalStep {
	return &IllegalStep{i + 1, clip(r.steps[i].word), reason}
}

// clip shortens input for use in an error.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
