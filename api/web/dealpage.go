package web

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"strconv"
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

// deal answers GET /games/{game}/deals/{seed}.
//
//	@ID				dealPage
//	@Summary		Page of a deal: table to play on, analysis
//	@Description	`?ply=17` shows the position after 17 moves of the solution. Other spellings of the number redirect to `scheme:number`; one without a scheme is of the usual scheme of the game.
//	@Param			ply		query		int		false	"moves of the solution to show"	minimum(0)	maximum(99999)
//	@Success		200		{string}	string
//	@Success		303
//	@Header			303			{string}	Location	"the page with scheme:number"
//	@Failure		400	{object}	problem.Problem
//	@Router			/games/{game}/deals/{seed} [get]
func (s *Site) deal(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	seed := request.Param(r, "seed")
	if canonical, err := canonicalSeed(&g, seed); err != nil || canonical != seed {
		return redirectToDeal(w, &g, seed, r.URL.RawQuery)
	}
	page, err := s.table(r, &g, seed)
	if err != nil {
		return err
	}
	return send(w, r, "deal", "/games", page)
}

// checkPly returns an error if the parameter ply, which the page's script reads, is not a number of
// moves. It ignores other parameters, because shared links often get additional ones.
func checkPly(r *http.Request) error {
	text := r.URL.Query().Get("ply")
	if text == "" {
		return nil
	}
	if n, err := strconv.Atoi(text); err != nil || n < 0 || n > mostPly {
		return problem.Field("ply", "%q: must be a number of moves, 0–%d", problem.Clip(text), mostPly)
	}
	return nil
}

// mostPly is the greatest number of moves that the parameter ply may have.
const mostPly = 99_999

// table returns the page of a deal.
func (s *Site) table(r *http.Request, g *rules.Game, seed string) (Deal, error) {
	if err := checkPly(r); err != nil {
		return Deal{}, err
	}
	seed, err := canonicalSeed(g, seed)
	if err != nil {
		return Deal{}, err
	}
	q, err := request.Numbered(g.Name, g.Rules, seed)
	if err != nil {
		return Deal{}, err
	}
	p, err := q.Resolve()
	if err != nil {
		return Deal{}, err
	}
	asked, l, summary := p.Asked(), languageOf(r), g.Summary
	if l != words.English { // summaries are in English
		summary = goalFirst(g.Rules.Describe(l.Text))[0].Text
	}
	return Deal{
		Game: g.Slug, Former: g.Name, Title: g.Title, Summary: summary, Seed: q.Seed.String(),
		Name: dealName(l, g, *q.Seed), Difficulty: string(packedGrade(g, *q.Seed)),
		Rules: string(g.Rules.Canonical()), Deal: string(asked.Document(p.Rules())),
		Winnable: hasWinnable(*g), Origin: origin(r), Installable: s.Engine != nil,
	}, nil
}

// hasWinnable reports whether the program has winnable deals of a game.
func hasWinnable(g rules.Game) bool { return packScheme(&g) != "" }

// packScheme returns the scheme of the winnable numbers of a game. It prefers the scheme that
// players mean by a plain number. It returns "" if there are no winnable numbers.
func packScheme(g *rules.Game) string {
	for _, scheme := range []string{request.UsualScheme(&g.Rules, "1"), deal.Solvitaire} {
		if _, err := fs.Stat(docs.Seeds, seeds.File(g.Name, scheme)); err == nil {
			return scheme
		}
	}
	return ""
}

// firstGame is the game of /play.
const firstGame = "klondike"

// play answers GET /play.
//
//	@ID				playPage
//	@Summary		Page to play: a winnable deal, or any position
//	@Description	Without a fragment in the address it shows a random winnable deal of Klondike. A position is in the fragment, which browsers do not send.
//	@Router			/play [get]
func (s *Site) play(w http.ResponseWriter, r *http.Request) error {
	g, _ := rules.Lookup(firstGame)
	seed, err := randomWinnable(&g, "")
	if err != nil {
		return err
	}
	page, err := s.table(r, &g, seed)
	if err != nil {
		return err
	}
	page.Own = true
	return send(w, r, "deal", "", page)
}

// toDeal answers GET /deals, the target of forms.
//
//	@ID				toDeal
//	@Summary		Redirect to the page of a deal
//	@Description	For forms: redirects to `/games/{game}/deals/{seed}`. A number without a scheme is `microsoft` for FreeCell-like games and `solvitaire` for others. Without a number it redirects to the page of the game, without parameters to the list of games.
//	@Param			game	query	string	false	"a game's name or alias"					extensions(x-example=klondike)
//	@Param			seed	query	string	false	"number of the deal, with or without a scheme"	extensions(x-example=2)
//	@Success		303
//	@Header			303			{string}	Location	"the page of the deal, of the game, or of all games"
//	@Failure		400,404	{object}	problem.Problem
//	@Router			/deals [get]
func (*Site) toDeal(w http.ResponseWriter, r *http.Request) error {
	q := request.Query(r, "game", "seed")
	if err := q.Err(); err != nil {
		return err
	}
	name, _ := q.Text("game")
	seed, _ := q.Text("seed")
	switch {
	case name == "" && seed == "":
		redirect(w, "/games")
		return nil
	case name == "":
		return problem.Field("game", "missing: give the game of deal %s", problem.Clip(seed))
	}
	g, err := request.Game(name)
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(seed) == "":
		redirect(w, gamePath(g.Name))
		return nil
	}
	return redirectToDeal(w, &g, seed, "")
}

// randomDeal answers GET /games/{game}/random-deal.
//
//	@ID			randomDeal
//	@Summary	Redirect to the page of a random deal
//	@Success	303
//	@Header		303	{string}	Location	"the page of the deal"
//	@Router		/games/{game}/random-deal [get]
func (*Site) randomDeal(w http.ResponseWriter, r *http.Request, g rules.Game) error {
	// Short numbers are easy to share.
	return redirectToDeal(w, &g, strconv.Itoa(1+rand.IntN(1_000_000)), "")
}

// winnableDeal answers GET /games/{game}/winnable-deal.
//
//	@ID			winnableDeal
//	@Summary	Redirect to the page of a random winnable deal
//	@Param		game		path	string	true	"a game's name or alias, if it has winnable deals"	extensions(x-example=klondike)
//	@Param		difficulty	query	string	false	"any by default"	Enums(easy, medium, hard, expert)
//	@Success	303
//	@Header		303			{string}	Location	"the page of the deal"
//	@Failure	400	{object}	problem.Problem
//	@Router		/games/{game}/winnable-deal [get]
func (*Site) winnableDeal(w http.ResponseWriter, r *http.Request) error {
	q := request.Query(r, "difficulty")
	grade := gradeOf(q)
	if err := q.Err(); err != nil {
		return err
	}
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	seed, err := randomWinnable(&g, difficulty.Grade(grade))
	if err != nil {
		return err
	}
	return redirectToDeal(w, &g, seed, "")
}

// gradeOf returns the parameter difficulty. It is "" if the parameter is absent or empty; a form
// sends an empty one for any difficulty.
func gradeOf(q *request.Parameters) string {
	if text, _ := q.Text("difficulty"); text == "" {
		return ""
	}
	return q.Difficulty()
}

// randomWinnable returns the seed of a winnable deal of a game. An empty grade means any
// difficulty.
func randomWinnable(g *rules.Game, grade difficulty.Grade) (string, error) {
	scheme := packScheme(g)
	if scheme == "" {
		return "", problem.New(problem.NotFound, "no winnable deals of %s", g.Title)
	}
	pack, err := seeds.Open(docs.Seeds, g.Name, scheme)
	if err != nil {
		return "", problem.Of(err, problem.Internal)
	}
	from := pack.First + rand.Uint64N(uint64(len(pack.Letters)))
	for _, least := range []uint64{from, 0} { // from a random number, then from the beginning
		for n := range pack.Deals(least, grade) {
			return deal.Seed{Scheme: pack.Scheme, Number: n}.String(), nil
		}
	}
	return "", problem.New(problem.NotFound, "no %s deals of %s", grade, g.Title)
}

// dailyDeal answers GET /games/{game}/daily-deal.
//
//	@ID				dailyPage
//	@Summary		Redirect to the page of the deal of a day
//	@Param			game		path	string	true	"a game's name or alias, if it has winnable deals"	extensions(x-example=klondike)
//	@Param			date		query	string	false	"YYYY-MM-DD; today if absent"	format(date)
//	@Param			difficulty	query	string	false	"any by default"	Enums(easy, medium, hard, expert)
//	@Success		303
//	@Header			303		{string}	Location	"the page of the deal"
//	@Failure		400,403	{object}	problem.Problem
//	@Router			/games/{game}/daily-deal [get]
func (s *Site) dailyDeal(w http.ResponseWriter, r *http.Request) error {
	q := request.Query(r, "date", "difficulty")
	date, grade := q.Date(), gradeOf(q)
	if err := q.Err(); err != nil {
		return err
	}
	g, err := request.Game(request.Param(r, "game"))
	if err != nil {
		return err
	}
	day, found, err := s.Dealer.Daily(g.Name, date, difficulty.Grade(grade))
	if err != nil {
		return problem.Of(fmt.Errorf("reading the winnable deals of %s: %w", g.Name, err), problem.Internal)
	}
	redirect(w, gamePath(g.Name)+"/deals/"+found.Seed+"#day="+day.Date) // the page's script reads the day from here
	return nil
}

// canonicalSeed returns a seed in the form scheme:number. A number without a scheme has the scheme
// that players of the game usually mean.
func canonicalSeed(g *rules.Game, seed string) (string, error) {
	if number, plain := deal.PlainNumber(seed); plain {
		seed = request.UsualScheme(&g.Rules, number) + ":" + number
	}
	s, err := deal.ParseSeed(seed)
	if err != nil {
		return "", problem.Field("seed", "%s", err)
	}
	return s.String(), nil
}

// redirectToDeal redirects to the page of a deal, with a query.
func redirectToDeal(w http.ResponseWriter, g *rules.Game, seed, query string) error {
	seed, err := canonicalSeed(g, seed)
	if err != nil {
		return err
	}
	if query != "" {
		query = "?" + query
	}
	redirect(w, gamePath(g.Name)+"/deals/"+seed+query)
	return nil
}

// redirect redirects to a page.
func redirect(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusSeeOther)
}
