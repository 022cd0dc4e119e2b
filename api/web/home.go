package web

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// home answers GET /.
//
//	@ID				welcome
//	@Summary		Home page: today's deal of Klondike, ready to play
//	@Router			/ [get]
func (s *Site) home(w http.ResponseWriter, r *http.Request) error {
	g, _ := rules.Lookup(firstGame)
	day, today, err := s.Dealer.Daily(g.Name, "", "")
	if err != nil {
		return problem.Of(err, problem.Internal)
	}
	page, err := s.table(r, &g, today.Seed)
	if err != nil {
		return err
	}
	page.Home = &Home{Today: day.Date, Grades: difficulty.Grades, Families: rules.Families()}
	for _, g := range rules.Popular() {
		page.Home.Popular = append(page.Home.Popular, Tile{Choice{g.Name, g.Title}, hasWinnable(&g)})
	}
	return send(w, r, page)
}
