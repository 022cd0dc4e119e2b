package web

import (
	"context"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// dailyWait bounds how long the home page waits for today's deal, which may have to be found first.
const dailyWait = 100 * time.Millisecond

// home answers GET /.
//
//	@ID				welcome
//	@Summary		Home page: today's deal of Klondike, ready to play
//	@Description	While today's deal is still being found, it shows another winnable one.
//	@Tags			pages
//	@Produce		html,application/problem+json
//	@Success		200	{string}	string
//	@Success		304
//	@Header			200,304	{string}	ETag	"changes with the deal; for If-None-Match"
//	@Router			/ [get]
func (s *Site) home(w http.ResponseWriter, r *http.Request) error {
	g, _ := rules.Lookup(firstGame)
	seed, today := s.today(r.Context(), &g)
	if today == "" {
		var err error
		if seed, err = s.randomWinnable(r.Context(), &g, ""); err != nil {
			return err
		}
	}
	page, err := s.table(r, &g, seed)
	if err != nil {
		return err
	}
	page.Home = &Home{Today: today, Grades: difficulty.Grades, Families: rules.Families()}
	for _, g := range rules.Popular() {
		page.Home.Popular = append(page.Home.Popular, Tile{Choice{g.Name, g.Title}, s.hasWinnable(&g)})
	}
	return send(w, r, page)
}

// today returns the seed of today's deal and the date; none if it is not known soon.
func (s *Site) today(ctx context.Context, g *rules.Game) (seed, date string) {
	ctx, cancel := context.WithTimeout(ctx, dailyWait)
	defer cancel()
	day, today, err := s.Dealer.Daily(ctx, g.Name, "", "")
	if err != nil {
		return "", ""
	}
	return today.Seed, day.Date
}
