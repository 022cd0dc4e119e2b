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

// Game returns a game of the catalogue by its name or alias. An unknown name is a NotFound
// error.
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

// NearestGames returns the names of up to three games that are called nearly so, nearest first.
func NearestGames(name string) []string { return Nearest(name, gameNames()) }

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

// Nearest returns up to three things that a wrong name may mean, nearest first. names has what each name
// means. If there are names that have every word of the wrong one, Nearest returns these names, the shortest
// first. Otherwise it returns the things with a name that differs by a few letters. A thing with several
// near names is listed once.
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

// withAllWords returns the names that have all words of a wrong one, for each thing its shortest.
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

// hasWord reports whether a word is one of a list, or two neighbours of it written together.
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

// comparedName returns a name as names are read, without the word that any game of this kind may have at
// its end.
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
