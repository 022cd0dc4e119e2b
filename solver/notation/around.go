package notation

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Programs print more than moves: boards, what a search took, how long a solution is. These lines are
// skipped only if they have exactly the form in which the program prints them. Any other line may be
// moves, which must not be lost.

// otherLines matches the lines around and between the moves that are no board.
var otherLines = map[string]*regexp.Regexp{
	Text: regexp.MustCompile(`^(?:\S*[@/\\~]\S*)?[$%>]$`), // a prompt
	FCSolve: regexp.MustCompile(`^(?:(?:-=)+-|={4,}|-{3,}|This game is solveable\.|` +
		`Total number of states checked is \d+\.|This scan generated \d+ states\.)$`),
	KlondikeSolver:  regexp.MustCompile(`^(?:Minimum Moves Needed: \d+|(?:Minimal solution|Solved) in \d+ moves\.?(?: Took [\d.]+ \w+\.?)?)$`),
	MinimalKlondike: regexp.MustCompile(`^(?:\(Deal (?:Result|State): \w+ Foundation: \d+ Moves: \d+ Rounds: \d+(?: States: \d+)? Took: [\d:.]+\)|Done [\d:.]+)$`),
}

// isOther reports whether a line is none of moves: what a program prints around them, or a line of a
// board, or nothing.
func isOther(dialect, line string) bool {
	switch {
	case line == "":
		return true
	case dialect == Text: // most lines are moves, so look for what the patterns need first
		return strings.ContainsAny(line, "$%>") && otherLines[Text].MatchString(line) ||
			(strings.Contains(line, "thoughtful") || strings.Contains(line, "go run")) && ownCommand.MatchString(line)
	default:
		return otherLines[dialect].MatchString(line) || dialect != MinimalKlondike && isBoardLine(line)
	}
}

// boardWord matches what a titled line of a board has besides cards: foundations, an empty place, and
// the arrows of a talon.
var boardWord = regexp.MustCompile(`^(?:[HCDS]-[0-9TJQKA]+|-|==>|<==)$`)

// isBoardLine reports whether a line is a column of a board, after a colon, or one of its titled lines.
func isBoardLine(line string) bool {
	if column, ok := strings.CutPrefix(line, ":"); ok {
		return allCards(column)
	}
	for _, t := range titles {
		if rest, ok := strings.CutPrefix(line, t.title); ok {
			for word := range strings.FieldsSeq(rest) {
				if !boardWord.MatchString(word) && !allCards(word) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// allCards reports whether all words of a text are cards as programs print them, with a capital for
// the suit.
func allCards(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if !isCard(word) || word != strings.ToUpper(word) {
			return false
		}
	}
	return true
}

// isPack reports whether a text is the cards of a whole pack and nothing else.
func isPack(text string) bool {
	seen := map[card.Card]bool{}
	words := strings.Fields(text)
	for _, word := range words {
		c, _, err := card.Parse(word)
		if err != nil {
			return false
		}
		seen[c] = true
	}
	return len(words) == 52 && len(seen) == 52
}

// pile matches a pile as Klondike-Solver draws it: its number, and its cards, of which those after a
// minus lie face down.
var pile = regexp.MustCompile(`^\s*(\d+):((?:[ -]*(?:10|[2-9TJQKA])[CDHS])*)\s*$`)

// piles is how many piles Klondike-Solver draws, counted from 0.
const piles = 13

// withoutPiles returns a text without the deal as Klondike-Solver draws it: all piles in order, with all
// cards of a pack. A lone numbered line may be moves: 5H is a card and a step.
func withoutPiles(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i := range lines {
		cards := ""
		for n := 0; n < piles && i+n < len(lines); n++ {
			found := pile.FindStringSubmatch(lines[i+n])
			if found == nil || found[1] != strconv.Itoa(n) {
				break
			}
			cards += " " + strings.ReplaceAll(found[2], "-", " ")
			if n == piles-1 && isPack(cards) {
				return strings.Join(lines[:i], "") + strings.Join(lines[i+piles:], "")
			}
		}
	}
	return text
}

// The lines of a deal as MinimalKlondike draws it that have no cards: the names of piles, and the deal
// in digits.
var (
	drawnTitle = regexp.MustCompile(`^A\s+B\s+C\s+D\s+E$|^F\s+G\s+H\s+I\s+J\s+K\s+L$`)
	drawnDeal  = regexp.MustCompile(`^Deal: \d+$`)
)

// undrawn returns the lines of a text that are not part of a deal as MinimalKlondike draws it. KC is a
// card and a move: cards are of the deal only behind the names of the piles, and each once.
func undrawn(text string) (others []string) {
	titled := false
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch words := strings.Fields(strings.NewReplacer("+", " ", "-", " ").Replace(line)); {
		case drawnTitle.MatchString(line):
			titled = true
		case line == "" || drawnDeal.MatchString(line):
		default:
			for _, w := range words {
				if !titled || !isCard(w) || seen[w] {
					others = append(others, line)
					break
				}
				seen[w] = true
			}
		}
	}
	return others
}
