package notation

import (
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The dialects of solutions, besides FCSolve and KlondikeSolver.
const (
	Text            = "text"             // a numbered line for each move, for people
	MinimalKlondike = "minimal-klondike" // Klondike-Solver's successor
)

// Dialects returns the dialects of solutions.
func Dialects() []string { return []string{Text, FCSolve, KlondikeSolver, MinimalKlondike} }

// CheckDialect checks that a dialect can express solutions of a game. The error is a
// *Unsupported.
func CheckDialect(dialect string, r *rules.Rules) error {
	switch dialect {
	case FCSolve:
		if feature := lacking(dialect, r); feature != "" {
			return &Unsupported{dialect, feature}
		}
		if r.Tableau.Count > 10 {
			// With eleven columns "111" could be two moves.
			return &Unsupported{dialect, "moves between more than ten columns: their numbers would run together"}
		}
		if r.Cells.Count > 23 {
			return &Unsupported{dialect, "more than 23 cells: letters end at z"}
		}
		if r.Tableau.Groups == rules.GroupsAny {
			return &Unsupported{dialect, "how many cards move, where they need not be in order"}
		}
	case KlondikeSolver, MinimalKlondike:
		if feature := lacking(KlondikeSolver, r); feature != "" {
			return &Unsupported{dialect, feature}
		}
		if r.Tableau.Spaces == rules.SpacesWasteThenStock {
			return &Unsupported{dialect, "a card that fills a space from the stock"}
		}
		if dialect == KlondikeSolver {
			return nil
		}
		if r.Tableau.Groups == rules.GroupsAny {
			return &Unsupported{dialect, "how many cards move, where they need not be in order"}
		}
		if spaces := r.Tableau.Spaces; spaces != rules.SpacesKings && spaces != rules.SpacesNone {
			return &Unsupported{dialect, "how many cards move into a space that other cards than kings may fill"}
		}
	}
	return nil
}

// WriteMoves writes a solution of position p, with a final line feed. The error is a
// *Unsupported.
func WriteMoves(dialect string, r *rules.Rules, p *deal.Position, moves []game.Move) (string, error) {
	if err := CheckDialect(dialect, r); err != nil {
		return "", err
	}
	switch dialect {
	case FCSolve:
		return standard(p, moves)
	case KlondikeSolver:
		return klondikeSolver(moves), nil
	case MinimalKlondike:
		return minimalKlondike(moves), nil
	default:
		return numbered(moves), nil
	}
}

// inLines writes words, at most most to a line.
func inLines(words []string, most int) string {
	var text strings.Builder
	for line := range slices.Chunk(words, most) {
		text.WriteString(strings.Join(line, " ") + "\n")
	}
	return text.String()
}
