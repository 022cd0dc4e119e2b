package notation

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// A text of moves is first parsed into steps, and every invalid step is reported. Then
// the steps are played on a table, one after another, by the referee's rules alone: what
// a dialect leaves out, such as how many cards move or which card turns up, follows from
// the table. If the text can be understood in several ways as a whole, all are played
// (versions.go).

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

	ambiguous bool
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
	endOfMoves = regexp.MustCompile(`\n\s*[\n(]`)     // what follows them: an empty line, or the result
	// ownTitle is the line before the moves in the output of this program's commands solve, play
	// and convert.
	ownTitle = regexp.MustCompile(`(?m)^\d+ moves?(?: and \d+ redeals?)?(?:, and (?:there is no shorter solution|no solution has fewer than \d+))?:\s*$`)
	// ownHeading matches what these commands write above it: a verdict, how a player played, or a
	// deal and an empty line. A person may copy the line with the command too. Other lines may be
	// moves, which must not be lost.
	ownHeading = regexp.MustCompile(`^$|^(?:.*\bthoughtful .*\n)?winnable\b.* states in |\nit saw |\n\r?\n$`)
	// notSolved is the first line of solve where there is no solution.
	notSolved = regexp.MustCompile(`(?m)^(?:unwinnable|unknown)(?: \([^\n]*\))?: \d+ states in [\d.]+ ms`)
)

// Reading is a text of moves as it was understood.
type Reading struct {
	Moves   []game.Move // every handling of cards, nothing implied
	Warning string      // what was assumed, if the text leaves it open
}

// ReadMoves reads a text of moves from position p and plays it, as far as that is possible.
// Autoplay is for FCSolve alone. Without it the text decides which cards go home by
// themselves. The error is a *Unsupported, a *IllegalStep, or a [strict.Error] that names
// steps under "moves" or the missing "autoplay".
func ReadMoves(dialect string, autoplay Autoplay, text string, r *rules.Rules, p *deal.Position) (Reading, error) {
	if err := CheckDialect(dialect, r); err != nil {
		return Reading{}, err
	}
	if len(text) > maxMovesText {
		return Reading{}, movesError("text has %d bytes, at most %d allowed", len(text), maxMovesText)
	}
	parsed := parser{dialect: dialect, rules: r, Draft: strict.NewDraft()}
	if err := parsed.parse(strict.TrimMark(text)); err != nil {
		return Reading{}, err
	}
	return choose(parsed.versions(autoplay), r, p)
}

// movesError returns an error about the text as a whole.
func movesError(format string, args ...any) error {
	return strict.Error{{Field: "moves", Detail: fmt.Sprintf(format, args...)}}
}

// parser parses a text into steps.
type parser struct {
	dialect string
	rules   *rules.Rules
	strict.Draft
	steps    []step
	counted  bool // whether moves into empty columns say how many cards move, if more than one
	explicit bool // whether the text names every card that goes home
	anyCell  bool // whether it says r for any cell
	numbered bool // whether it gives places by numbers that may count from 0 or from 1
	zero     bool // whether one of these is 0
}

// add adds a step, or its error.
func (p *parser) add(word string, s step, err error) {
	s.word = word
	p.steps = append(p.steps, s)
	if err != nil {
		p.AddError(fmt.Sprintf("moves step %d", len(p.steps)), "%q: %s", clip(word), err)
	}
}

// full reports whether there are too many steps.
func (p *parser) full() bool { return len(p.steps) > maxMoves }

// parse parses a text. The error names every invalid step.
func (p *parser) parse(text string) error {
	if why := notSolved.FindString(text); why != "" {
		return movesError("%q comes from a search that found no solution", clip(why))
	}
	if title := ownTitle.FindStringIndex(text); title != nil && ownHeading.MatchString(text[:title[0]]) {
		text = text[title[1]:]
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); failed(p.dialect, line) {
			return movesError("%q comes from a search that found no solution", clip(line))
		}
	}
	switch p.dialect {
	case Text:
		p.sentences(text)
	case FCSolve:
		p.freeCell(text)
	default:
		p.klondike(text)
	}
	if p.full() {
		p.AddError("moves", "more than %d steps", maxMoves)
	}
	return p.Err()
}

// klondike parses a text of Klondike-Solver or MinimalKlondike.
func (p *parser) klondike(text string) {
	read := klondikeStep
	if p.dialect == MinimalKlondike {
		read = minimalStep
		if title := movesTitle.FindStringIndex(text); title != nil { // the program draws the deal before the moves
			text = text[title[1]:]
			if end := endOfMoves.FindStringIndex(text); end != nil {
				text = text[:end[0]]
			}
		}
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); otherLines[p.dialect].MatchString(line) {
			continue
		}
		for word := range words(line) {
			if p.full() {
				return
			}
			s, err := read(word)
			p.add(word, s, err)
		}
	}
}

// otherLines matches lines that programs print around and between the moves: boards, what a
// search took, and how long a solution is.
var otherLines = map[string]*regexp.Regexp{
	Text: regexp.MustCompile(`^\S*[$%>](?: |$)`), // a prompt
	FCSolve: regexp.MustCompile(`^(?:-=-=|====|---|Foundations:|Freecells:|:|This game is solveable\.|` +
		`Total number of states checked is |This scan generated |` +
		`Freecell; |Seahaven; |\d+ work piles, |A winner\.|\d+ moves\.)`), // the last line is patsolve's
	KlondikeSolver: regexp.MustCompile(`^(?:Minimum Moves Needed: |Minimal solution in |Solved in |Foundations:|Talon:|:|` +
		`\d+:(?: |$))`), // a pile as the program draws it
	MinimalKlondike: regexp.MustCompile(`^$`),
}

// noSolution matches lines of other programs that say that there is no solution.
var noSolution = regexp.MustCompile(`^(?:I could not solve this game\.|Iterations count exceeded\.|Impossible\.|Unknown\.|No solution\.|Out of memory\.)`)

// failed reports whether a line says that there is no solution.
func failed(dialect, line string) bool { return dialect != Text && noSolution.MatchString(line) }

// numbering is the number of a move or of a line of moves.
var numbering = regexp.MustCompile(`^\d+[.):]`)

// words splits a line of moves. Commas, semicolons and numbers of moves separate words.
func words(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(line, separates) {
			if w = w[len(numbering.FindString(w)):]; w != "" && !yield(w) {
				return
			}
		}
	}
}

// clip shortens input for use in an error.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// separates reports whether a character separates words.
func separates(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) }
