package request

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Game returns a game of the catalogue by its name or an alias. If the name is unknown, the error
// is a NotFound problem.
func Game(name string) (rules.Game, error) {
	g, known := rules.Lookup(name)
	if !known {
		return g, problem.New(problem.NotFound, "%s", UnknownGame(name))
	}
	return g, nil
}

// OfGame returns the handler of a call whose path names a game.
func OfGame(h func(http.ResponseWriter, *http.Request, rules.Game) error) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		g, err := Game(Param(r, "game"))
		if err != nil {
			return err
		}
		return h(w, r, g)
	}
}

// UnknownGame returns the error text for an unknown name of a game, with similar names.
func UnknownGame(name string) string {
	text := fmt.Sprintf("unknown game %q", problem.Clip(name))
	if near := NearestGames(name); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; GET /v1/games lists the games"
}

// NearestGames returns the names of up to three games with a similar name, the most similar first.
func NearestGames(name string) []string {
	if name != "" && comparedName(name) == "" { // solitaire or patience alone
		return []string{"klondike"}
	}
	return Nearest(name, gameNames())
}

// gameNames returns all names and aliases of games, each with the name of its game.
func gameNames() map[string]string {
	names := map[string]string{}
	for _, g := range rules.Games() {
		names[g.Name] = g.Name
		for _, alias := range g.Aliases {
			names[alias] = g.Name
		}
	}
	return names
}

// UnknownPlayer returns the error text for an unknown name of a player, with similar names.
func UnknownPlayer(name string) string {
	text := fmt.Sprintf("unknown player %q", problem.Clip(name))
	names := map[string]string{}
	for _, k := range roster.Kinds() {
		names[k.Name] = k.Name
	}
	if near := Nearest(name, names); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; GET /v1/players lists the players"
}

// Nearest returns up to three values of names, for the names that are most similar to a wrong name.
// If some names have every word of the wrong name, Nearest returns these names themselves, the
// shortest first. Otherwise it returns the values of names that differ by a few letters, the most
// similar first. Each value appears once.
func Nearest(name string, names map[string]string) []string {
	if len(name) > 60 { // no name is that long
		return nil
	}
	if list := withAllWords(name, names); len(list) > 0 {
		return list[:min(3, len(list))]
	}
	name = comparedName(name)
	near := map[string]int{} // the least distance of each thing's names
	for known, of := range names {
		known = comparedName(known)
		d := distance(name, known)
		if before, listed := near[of]; d <= 1+len(known)/4 && (!listed || d < before) {
			near[of] = d
		}
	}
	list := slices.SortedFunc(maps.Keys(near), func(a, b string) int {
		return cmp.Or(cmp.Compare(near[a], near[b]), strings.Compare(a, b))
	})
	return list[:min(3, len(list))]
}

// withAllWords returns the names that have all words of a wrong name. For each value of names it
// returns only the shortest.
func withAllWords(name string, names map[string]string) []string {
	asked := slices.DeleteFunc(wordsOf(name), func(w string) bool { return w == "solitaire" || w == "patience" || w == "game" })
	if len(strings.Join(asked, "")) < 3 {
		return nil
	}
	best := map[string]string{}
	for known, of := range names {
		words := wordsOf(known)
		if slices.ContainsFunc(asked, func(w string) bool { return !hasWord(words, w) }) {
			continue
		}
		if before, listed := best[of]; !listed || cmp.Or(len(known)-len(before), strings.Compare(known, before)) < 0 {
			best[of] = known
		}
	}
	return slices.SortedFunc(maps.Values(best), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
}

// hasWord reports whether a list has a word, as one element or as two neighbours written together.
func hasWord(list []string, word string) bool {
	for i, w := range list {
		if w == word || i > 0 && list[i-1]+w == word {
			return true
		}
	}
	return false
}

// wordsOf returns the words of a name in lower case and the singular, with numbers in digits.
func wordsOf(name string) []string {
	list := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range list {
		if n := slices.Index(numbers, w); n >= 0 {
			w = strconv.Itoa(n)
		}
		if len(w) > 3 {
			w = strings.TrimSuffix(w, "s")
			w = strings.TrimSuffix(w, "se") // passes and pass are both pas
		}
		list[i] = w
	}
	return list
}

var numbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// comparedName returns the form of a name by which names are compared. It lacks the last word if
// that word fits any game or player.
func comparedName(name string) string {
	name = rules.Loose(name)
	return strings.TrimSuffix(strings.TrimSuffix(name, "solitaire"), "patience")
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
