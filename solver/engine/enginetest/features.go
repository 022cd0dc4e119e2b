package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Features returns the names of the features that a game with a tableau and a position have. Tests
// count them to check that every rule was tried.
func Features(r *rules.Rules, p *deal.Position) []string {
	var document struct {
		Tableau struct {
			Build       string `json:"build policy"`
			Spaces      string `json:"spaces policy"`
			Groups      string `json:"move built group"`
			GroupPolicy string `json:"move built group policy"`
			Target      string `json:"group target"`
		} `json:"tableau piles"`
	}
	if err := json.Unmarshal(r.Canonical(), &document); err != nil {
		panic(err)
	}
	tableau := document.Tableau
	list := []string{"build " + tableau.Build, "spaces " + tableau.Spaces, "groups " + tableau.Groups}
	add := func(has bool, name string) {
		if has {
			list = append(list, name)
		}
	}
	add(tableau.GroupPolicy != "", "group policy "+tableau.GroupPolicy)
	add(tableau.Target != "", "group target "+tableau.Target)
	add(r.Tableau.UpOrDown, "up or down")
	add(r.Tableau.UpOrDown && r.Tableau.Build == rules.SameSuit && r.Tableau.Groups == rules.GroupsNo, "up or down in suit, one by one")
	add(r.Decks > 1, "two decks")
	add(r.Decks > 1 && r.Foundations.Removable, "two decks worrying back")
	add(r.Suits < 4, "fewer suits")
	add(r.Hole.Present, "hole")
	add(r.Hole.Loops, "hole in a circle")
	add(r.Hole.DeadKings, "nothing on kings")
	add(r.Foundations.CompleteOnly, "complete runs")
	add(r.Tableau.Freeze, "freeze")
	add(r.Reserve.Stacked, "reserve stacked")
	add(r.Stock.To == rules.ToTableau, "stock to the tableau")
	add(!r.Stock.OntoSpaces, "stock to the tableau, not onto spaces")
	add(r.Stock.To == rules.ToHole, "stock to the hole")
	add(r.Foundations.Present && r.Foundations.Base == rules.RandomBase, "base random")
	add(r.Foundations.Removable, "worrying back")
	add(r.Foundations.Base > card.Ace, "base above the ace")
	add(r.Foundations.Initial == rules.InitialOne, "initial one")
	add(r.Foundations.Initial == rules.InitialAll, "initial all")
	add(r.Tableau.OnlyTopFaceUp, "face down")
	add(r.Tableau.Sizes != "", "pile sizes")
	add(r.Tableau.FaceDown != "", "face down, by column")
	add(r.Tableau.KingsToBottom, "kings to the bottom")
	add(r.Tableau.Packets > 0 && r.Tableau.Redeals > 0, "columns redealt, limited")
	add(r.Tableau.Packets > 0 && r.Tableau.Redeals < 0, "columns redealt, unlimited")
	add(r.Foundations.Initial == rules.InitialThree, "initial three")
	add(r.Cells.Count > 0, "cells")
	add(r.Cells.PreFilled > 0, "cells filled")
	add(r.Reserve.Size > 0, "reserve")
	if r.Waste() {
		list = append(list, fmt.Sprintf("draw %d", r.Stock.Count))
		switch r.Stock.Redeals {
		case 0:
			list = append(list, "redeals 0")
		case rules.Unlimited:
			list = append(list, "redeals unlimited")
		default:
			list = append(list, "redeals limited")
		}
	}
	space := slices.ContainsFunc(p.Tableau, func(c deal.Column) bool { return len(c.Cards) == 0 })
	piled := slices.ContainsFunc(p.Reserve, func(c card.Card) bool { return c != card.None })
	add(slices.ContainsFunc(p.Foundations, func(h int) bool { return h > 1 && h < int(r.MaxRank) }), "part-way up")
	add(space, "space")
	add(space && piled, "space and a reserve")
	add(len(p.Waste) > 0, "waste")
	add(piled && slices.Contains(p.Reserve, card.None), "reserve with gaps")
	return list
}
