package deals

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// WinnableSeed is the number of a winnable deal.
type WinnableSeed struct {
	Seed       string  `json:"seed" example:"solvitaire:17"`                                       // GET /v1/games/{game}/deals/{seed} has the cards
	Difficulty *string `json:"difficulty" extensions:"x-nullable" enums:"easy,medium,hard,expert"` // quarter of the game's winnable deals; null if it was not measured
} //	@name	WinnableSeed

const (
	usualSeeds = 100
	mostSeeds  = 10_000
)

// seedFormats are the formats of lists of numbers, the default first.
var seedFormats = []string{"ndjson", "text"}

// seeds answers GET /v1/games/{game}/seeds.
//
//	@ID				seeds
//	@Summary		Get numbers of winnable deals
//	@Description	Lists numbers of deals that come with the program, in ascending order: one a line, as JSON, or as plain numbers. Each deal was won by an engine, and its solution replayed. docs/research/results/seeds.md in the repository lists the packs: how many numbers each has, and how many of these have a difficulty. Those without one are listed where no `difficulty` is asked for.
//	@Description	If there are more numbers, the header `Link` has the address of the next ones. The answer changes only with the version of the program.
//	@Produce		application/x-ndjson,plain
//	@Param			game		path		string	true	"a game's name or alias, if it has packs"	extensions(x-example=klondike)
//	@Param			scheme		query		string	false	"scheme of the numbers"						Enums(solvitaire, microsoft, pysol, greenfelt)	default(solvitaire)
//	@Param			difficulty	query		string	false	"difficulty; any if absent"					Enums(easy, medium, hard, expert)
//	@Param			from		query		int		false	"least number"								minimum(0)	default(0)
//	@Param			cursor		query		string	false	"where the list continues; copy it from the header Link"
//	@Param			count		query		int		false	"numbers at most"							minimum(1)	maximum(10000)	default(100)
//	@Param			format		query		string	false	"a JSON object a line, or a number a line"	Enums(ndjson, text)	default(ndjson)
//	@Param			version		query		string	false	"version of the program, from GET /v1/games: the answer may be cached for ever; 404 if the program has another"
//	@Success		200			{object}	WinnableSeed
//	@Header			200			{string}	Link	"address of the next numbers, as rel=next; absent if there are none"
//	@Router			/v1/games/{game}/seeds [get]
func (c *Calls) seeds(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	schemes, err := packedSchemes(g.Name)
	if err != nil {
		return err
	}
	given := request.Query(r, "scheme", "difficulty", "from", "cursor", "count", "format", "version")
	format, count, grade := given.Word("format", seedFormats), given.Number("count", usualSeeds, mostSeeds), given.Difficulty()
	scheme, named := given.Text("scheme")
	if named && !slices.Contains(schemes, scheme) {
		given.AddError("scheme", "%s", wrongScheme(g.Name, scheme, schemes))
	}
	from := uint64(0)
	if text, has := given.Text("from"); has {
		if from, err = strconv.ParseUint(text, 10, 64); err != nil {
			given.AddError("from", "must be a number from 0 on")
		}
	}
	given.Either("from", "cursor")
	name := fmt.Sprintf("seeds %s %s %s", g.Name, cmp.Or(scheme, deal.Solvitaire), grade)
	from = uint64(given.CursorNumber(name, int64(from)))
	if err := given.Err(); err != nil {
		return err
	}
	list, err := Seeds(g.Name, scheme, grade, from, count)
	if err != nil {
		return err
	}
	if err := cacheCatalogue(w, given, c.Version); err != nil {
		return err
	}
	if list.More {
		cursor := request.WriteCursor(name, strconv.FormatUint(list.Numbers[len(list.Numbers)-1]+1, 10))
		given.LinkNext(w, "/v1/games/"+list.Game+"/seeds", cursor, "from")
	}
	if format == "text" {
		reply.SendTagged(w, r, "text/plain; charset=utf-8", []byte(list.Text()))
		return nil
	}
	var lines []byte
	for _, s := range list.Seeds() {
		lines = append(lines, reply.JSON(s)...)
	}
	reply.SendTagged(w, r, reply.NDJSON, lines)
	return nil
}

// SeedList has numbers of winnable deals, in ascending order.
type SeedList struct {
	Game, Scheme string
	Numbers      []uint64
	Grades       []difficulty.Grade // of each number; empty if its difficulty was not measured
	More         bool               // whether the game has more such numbers
}

// Seeds returns at most count numbers of winnable deals of a game, starting at from. An empty grade
// means any difficulty, an empty scheme means deal.Solvitaire.
func Seeds(name, scheme, grade string, from uint64, count int) (*SeedList, error) {
	g, err := request.Game(name)
	if err != nil {
		return nil, err
	}
	if scheme == "" {
		scheme = deal.Solvitaire
	}
	if grade != "" {
		if grade, err = request.Difficulty(grade); err != nil {
			return nil, err
		}
	}
	schemes, err := packedSchemes(g.Name)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(schemes, scheme):
		return nil, problem.Field("scheme", "%s", wrongScheme(g.Name, scheme, schemes))
	}
	pack, err := seeds.Open(docs.Seeds, g.Name, scheme)
	if err != nil {
		return nil, problem.Of(err, problem.Internal)
	}
	if _, graded := pack.Count(); grade != "" && graded == 0 {
		return nil, problem.New(problem.NotFound, "the difficulty of these numbers was not measured; leave difficulty out")
	}
	list := &SeedList{Game: g.Name, Scheme: scheme}
	for n, letter := range pack.Deals(from, difficulty.Grade(grade)) {
		if len(list.Numbers) == count {
			list.More = true
			break
		}
		list.Numbers = append(list.Numbers, n)
		list.Grades = append(list.Grades, letter.Grade())
	}
	return list, nil
}

// packedSchemes returns the schemes of the numbers of winnable deals of a game, at least one.
func packedSchemes(game string) ([]string, error) {
	games, schemes, err := seeds.Packed(docs.Seeds)
	switch {
	case err != nil:
		return nil, problem.Of(err, problem.Internal)
	case schemes[game] == nil:
		return nil, problem.New(problem.NotFound, "no numbers of winnable deals of %s; there are of %s", game, strings.Join(games, ", "))
	}
	return schemes[game], nil
}

// wrongScheme returns the error text for a scheme that does not number the winnable deals of a game.
func wrongScheme(game, scheme string, schemes []string) string {
	return fmt.Sprintf("%q: the winnable deals of %s are numbered by %s", problem.Clip(scheme), game, strings.Join(schemes, " and by "))
}

// Text returns the numbers, one per line.
func (l *SeedList) Text() string {
	var b strings.Builder
	for _, n := range l.Numbers {
		fmt.Fprintln(&b, n)
	}
	return b.String()
}

// Seeds returns the numbers as the service does.
func (l *SeedList) Seeds() []WinnableSeed {
	all := make([]WinnableSeed, len(l.Numbers))
	for i, n := range l.Numbers {
		all[i] = WinnableSeed{deal.Seed{Scheme: l.Scheme, Number: n}.String(), reply.OrNull(string(l.Grades[i]))}
	}
	return all
}
