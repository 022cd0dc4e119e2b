package notation

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
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

// IllegalStep reports a step that can't be played, or is ambiguous, after the steps before it.
type IllegalStep struct {
	Step   int    // its number, from 1
	Word   string // the step as it is written
	Reason string

	ambiguous bool // whether the text can be played to the end in two ways
	undecided bool // whether there are too many ways to find out whether it can be played
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
	ownTitle = regexp.MustCompile(`(?m)^\d+ moves?(?: and \d+ redeals?)?(?:, and (?:there is no shorter solution|no solution has fewer than \d+))?:\s*$`)
	// ownCommand matches the line of one of these commands, at a prompt or not.
	ownCommand = regexp.MustCompile(`^(?:\S*[$%>] *)?(?:go run \S+|(?:\S*[/\\])?thoughtful(?:\.exe)?)(?: .*)?$`)
	// ownVerdict matches what solve and play write above the title.
	ownVerdict = regexp.MustCompile(`^(?:winnable(?: \([^\n]*\))?: \d+ states in [\d.]+ ms|` +
		`[^\n]*; score -?\d+; [\d.]+ ms\r?\nit saw [^\n]*)\s*(?:\nwarning: [^\n]*)*\s*$`)
	// notSolved is the first line of solve where there is no solution.
	notSolved = regexp.MustCompile(`(?m)^(?:unwinnable|unknown)(?: \([^\n]*\))?: \d+ states in [\d.]+ ms`)
)

// Reading is a text of moves as it was understood.
type Reading struct {
	Moves   []game.Move // all moves, including those that the text implies
	Warning string      // what was assumed, if the text leaves it open
}

// ReadMoves reads a text of moves and plays them from position p, as far as possible. Only the
// FCSolve dialect uses autoplay. If autoplay is empty, the text decides which cards go home by
// themselves. The error is a *Unsupported, a *IllegalStep or a [strict.Error]. A strict.Error names
// the steps at fault under "moves", or says that "autoplay" is missing.
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
	return choose(parsed.steps, parsed.versions(autoplay), r, p)
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
	if title := ownTitle.FindStringIndex(text); title != nil && p.isHeading(text[:title[0]]) {
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

// isHeading reports whether a text is what this program's commands write above the title of moves:
// nothing, a verdict, how a player played, or a deal. A person may copy the line with the command
// too. Other lines may be moves.
func (p *parser) isHeading(text string) bool {
	if first, rest, _ := strings.Cut(text, "\n"); ownCommand.MatchString(strings.TrimSpace(first)) {
		text = rest
	}
	if strings.TrimSpace(text) == "" || ownVerdict.MatchString(text) {
		return true
	}
	if strings.HasPrefix(text, "{") {
		node, err := strict.Parse([]byte(text), "deal")
		if err != nil {
			return false
		}
		deal.Decode(node, p.rules)
		return node.Err() == nil
	}
	return slices.ContainsFunc(Formats(), func(format string) bool {
		if CheckFormat(format, p.rules) != nil {
			return false
		}
		_, notes, err := ReadDeal(format, text, p.rules, deal.Decode)
		return err == nil && len(notes) == 0
	})
}

// klondike parses a text of Klondike-Solver or MinimalKlondike.
func (p *parser) klondike(text string) {
	read := klondikeStep
	if p.dialect == MinimalKlondike {
		read = minimalStep
		if title := movesTitle.FindStringIndex(text); title != nil {
			for _, line := range undrawn(text[:title[0]]) {
				p.add(line, step{}, errors.New("it stands before the title of the moves, and is no part of a deal"))
			}
			text = text[title[1]:]
		}
	} else {
		text = withoutPiles(text)
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); isOther(p.dialect, line) {
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

// noSolution matches lines of other programs that say that there is no solution.
var noSolution = regexp.MustCompile(`^(?:I could not solve this game\.|Iterations count exceeded\.|Impossible\.|Unknown\.|No solution\.|Out of memory\.)`)

// failed reports whether a line says that there is no solution.
func failed(dialect, line string) bool { return dialect != Text && noSolution.MatchString(line) }

// numbering returns the number of a move or of a line of moves at the beginning of a text, such as `12.`;
// empty if there is none.
func numbering(text string) string {
	rest := strings.TrimLeft(text, "0123456789")
	if n := len(text) - len(rest); n > 0 && rest != "" && strings.IndexByte(".):", rest[0]) >= 0 {
		return text[:n+1]
	}
	return ""
}

// words splits a line of moves. Commas, semicolons and numbers of moves separate words.
func words(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(line, separates) {
			if w = w[len(numbering(w)):]; w != "" && !yield(w) {
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
