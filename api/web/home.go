package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// draws are the games of the home page, by how many cards a turn of the stock shows. The first is shown
// unless the visitor chooses another.
var draws = []struct{ cards, game string }{{"1", "klondike-draw-1"}, {"3", "klondike"}}

// firstGrade is the difficulty of the home page, unless the visitor chooses another.
const firstGrade = difficulty.Easy

// offered are the games that the home page offers, each with easy to expert deals: the popular ones, with
// the easier rules of a game before its harder ones.
func offered() []rules.Game {
	easier := map[string][]string{"klondike": {"klondike-draw-1"}, "spider": {"spider-1-suit", "spider-2-suit"}}
	hardest := map[string]string{"klondike": "Klondike, draw 3", "spider": "Spider, four suits"}
	var list []rules.Game
	for _, popular := range rules.Popular() {
		for _, name := range append(easier[popular.Name], popular.Name) {
			if g, known := rules.Lookup(name); known && hasWinnable(g) {
				g.Title = cmp.Or(hardest[name], g.Title)
				list = append(list, g)
			}
		}
	}
	return list
}

// home answers GET /.
//
//	@ID				welcome
//	@Summary		Home page: today's deal of Klondike, ready to play
//	@Description	Unless it is asked for another one, it shows an easy deal in which a turn of the stock shows one card.
//	@Param			difficulty	query	string	false	"easy by default"	Enums(easy, medium, hard, expert)
//	@Param			draw		query	string	false	"cards that a turn of the stock shows; 1 by default"	Enums(1, 3)
//	@Failure		400	{object}	problem.Problem
//	@Router			/ [get]
func (s *Site) home(w http.ResponseWriter, r *http.Request) error {
	grade, draw := firstGrade, draws[0]
	query := r.URL.Query() // links often get parameters of others
	if asked := query.Get("difficulty"); asked != "" {
		if grade = difficulty.Grade(asked); !slices.Contains(difficulty.Grades, grade) {
			return problem.Field("difficulty", "%q: must be easy, medium, hard or expert", problem.Clip(asked))
		}
	}
	if asked := query.Get("draw"); asked != "" {
		i := slices.IndexFunc(draws, func(d struct{ cards, game string }) bool { return d.cards == asked })
		if i < 0 {
			return problem.Field("draw", "%q: must be 1 or 3", problem.Clip(asked))
		}
		draw = draws[i]
	}
	g, _ := rules.Lookup(draw.game)
	day, today, err := s.Dealer.Daily(g.Name, "", grade)
	if err != nil {
		return problem.Of(err, problem.Internal)
	}
	page, err := s.table(r, &g, today.Seed)
	if err != nil {
		return err
	}
	l := languageOf(r)
	page.Today, page.Difficulty = day.Date, string(grade)
	for _, other := range difficulty.Grades {
		page.Grades = append(page.Grades, chip("", capital(say(l, string(other))), string(other), draw.cards, other == grade))
	}
	for _, other := range draws {
		page.Draws = append(page.Draws, chip(say(l, "Draw"), other.cards, string(grade), other.cards, other == draw))
	}
	return send(w, r, "deal", "/", page)
}

func chip(word, text, grade, draw string, chosen bool) Chip {
	return Chip{Link{"/?difficulty=" + grade + "&draw=" + draw, text}, word, grade, draw, chosen}
}

// schemeNames are the names of schemes for people, as far as they differ from those in addresses.
var schemeNames = map[string]string{
	deal.Solvitaire: "Solvitaire", deal.Microsoft: "Microsoft", deal.PySol: "PySol", deal.PySolLegacy: "PySol before PySolFC",
	deal.GreenFelt: "Green Felt", deal.KlondikeSolver: "Klondike-Solver", deal.MSCollection: "Microsoft Solitaire Collection",
}

// dealName names a deal in headings: Deal 2,050,333,284. If the number is not of the scheme that players of
// the game usually mean, the scheme follows. The script named.js names deals in the same way.
func dealName(l words.Language, g *rules.Game, seed deal.Seed) string {
	scheme, number, _ := strings.Cut(seed.String(), ":")
	usual := request.UsualScheme(&g.Rules, number)
	for i := len(number) - 3; i > 0; i -= 3 {
		number = number[:i] + "," + number[i:]
	}
	number = l.Grouped(number)
	if scheme == usual {
		return say(l, "Deal {n}", "n", number)
	}
	if name, known := schemeNames[scheme]; known {
		scheme = name
	}
	return say(l, "Deal {n} ({scheme})", "n", number, "scheme", scheme)
}

// packedGrade returns the difficulty of a deal as far as the packs have it; otherwise it returns "".
func packedGrade(g *rules.Game, seed deal.Seed) difficulty.Grade {
	pack, err := seeds.Open(docs.Seeds, g.Name, seed.Scheme)
	if err != nil || seed.Large != "" || seed.Number < pack.First || seed.Number-pack.First >= uint64(len(pack.Letters)) {
		return ""
	}
	return pack.Letters[seed.Number-pack.First].Grade()
}
