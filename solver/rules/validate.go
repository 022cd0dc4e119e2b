package rules

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// validate adds the errors of fields that contradict each other. It runs only on
// documents whose fields are valid by themselves.
func (r *Rules) validate(node *strict.Node) {
	deck := r.DeckSize()
	goals := 0
	for _, goal := range []bool{r.Foundations.Present, r.Hole.Present, r.Accordion.Size > 0, r.Sequences.Count > 0, r.Rows.Shape != NoRows, r.Discards()} {
		if goal {
			goals++
		}
	}
	switch {
	case goals == 0:
		node.AddError("no goal: must have one of foundations, hole, accordion, sequences, rows, discard")
	case goals > 1:
		node.AddError("contradictory goals: must have exactly one of foundations, hole, accordion, sequences, rows, discard " +
			"(foundations are present unless \"present\" is false)")
	}

	r.validateShape(node)
	if r.Tableau.Packets > 0 && r.Tableau.Count > 0 {
		r.validateRedeal(node)
	}
	if r.Cells.PreFilled > r.Cells.Count {
		node.AddErrorAt("cells.pre-filled", "%d cards can't be dealt to %d cells", r.Cells.PreFilled, r.Cells.Count)
	}
	if f := r.Foundations; f.Present {
		if f.Base > r.MaxRank {
			node.AddErrorAt("foundations.base card", "a deck up to rank %d has no %s", r.MaxRank, f.Base)
		}
		if f.CompleteOnly && (f.Initial != InitialNone || f.Base != card.Ace || f.Removable) {
			node.AddErrorAt("foundations.only complete pile moves",
				"foundations for complete runs must start empty, with base A, and not be removable")
		}
		if r.Suits < card.Suits && f.Initial != InitialNone {
			node.AddErrorAt("foundations.initial cards", "initial cards need a deck of four suits")
		}
	}
	if h := r.Hole; h.Present {
		if h.DeadKings && h.Loops {
			node.AddErrorAt("hole.nothing on kings", "requires \"build loops\": false")
		}
		if h.Base.Rank() > r.MaxRank {
			node.AddErrorAt("hole.base card", "a deck up to rank %d has no %s", r.MaxRank, h.Base)
		}
		if r.Suits < card.Suits && h.Base != card.None && card.Fold(h.Base, r.Suits) != h.Base {
			node.AddErrorAt("hole.base card", "a deck of %d suits has no %s", r.Suits, h.Base)
		}
	}
	if r.Stock.Size > 0 {
		if r.Stock.To == ToHole && !r.Hole.Present {
			node.AddErrorAt("stock.deal type", "there is no hole to deal the stock to")
		}
		if r.Stock.To == ToTableau && r.Tableau.Count == 0 {
			node.AddErrorAt("stock.deal type", "there is no tableau to deal the stock to")
		}
		if r.Stock.To >= ToSpaces && !r.Discards() {
			node.AddErrorAt("stock.deal type", "%q requires a discard policy", dealWords[r.Stock.To])
		}
		if r.Stock.To == ToRedeal && (r.Tableau.Packets == 0 || r.Tableau.Redeals == 0) {
			node.AddErrorAt("stock.deal type", "\"redeal\" requires \"redeal packets\", and at least one redeal")
		}
		if r.Stock.To != ToWaste && r.Stock.Redeals != 0 {
			node.AddErrorAt("stock.redeal", "only a waste can be redealt, and this game has none")
		}
	}

	switch {
	case r.Accordion.Size > 0:
		if r.Accordion.Moves == "" {
			node.AddErrorAt("accordion.moves", "an accordion needs at least one move")
		}
		if r.Accordion.Match == 0 {
			node.AddErrorAt("accordion.build policies", "an accordion needs at least one build policy")
		}
		if r.Tableau.Count > 0 || r.Cells.Count > 0 || r.Stock.Size > 0 || r.Reserve.Size > 0 {
			node.AddErrorAt("accordion", "an accordion can't have tableau piles, cells, stock or reserve")
		}
	case r.Sequences.Count > 0:
		if r.Sequences.Count*int(r.MaxRank) != deck {
			node.AddErrorAt("sequences.count", "%d rows of %d places don't hold the deck of %d cards",
				r.Sequences.Count, r.MaxRank, deck)
		}
		if r.Tableau.Count > 0 || r.Cells.Count > 0 || r.Stock.Size > 0 || r.Reserve.Size > 0 {
			node.AddErrorAt("sequences", "sequences can't have tableau piles, cells, stock or reserve")
		}
	case r.Rows.Shape != NoRows:
		r.validateRows(node)
	default:
		r.validateSizes(node)
	}
	if r.Discards() {
		r.validateDiscard(node)
	}
}

// validateShape checks a deal that gives each column its own number of cards.
func (r *Rules) validateShape(node *strict.Node) {
	t := &r.Tableau
	sizes, down := r.PileSizes(), r.FaceDownCards()
	if sizes != nil && t.Diagonal {
		node.AddErrorAt("tableau piles.pile sizes", "contradicts \"diagonal deal\": true")
	}
	if down != nil && t.OnlyTopFaceUp {
		node.AddErrorAt("tableau piles.face down cards", "contradicts \"face up cards\": \"top\"")
	}
	for i, n := range r.ColumnSizes() {
		if down != nil && down[i] > 0 && down[i] >= n {
			node.AddErrorAt("tableau piles.face down cards", "pile %d has %d cards: at most %d can lie face down", i+1, n, max(0, n-1))
		}
	}
	if t.Spaces == SpacesWasteThenStock && !r.Waste() {
		node.AddErrorAt("tableau piles.spaces policy", "there is no waste to fill spaces from")
	}
	if t.Freeze && t.Spaces != SpacesReserveThenWaste {
		node.AddErrorAt("tableau piles.spaces freeze", "requires \"spaces policy\": \"auto-reserve-then-waste\"")
	}
	if r.Foundations.Initial == InitialThree &&
		(r.Foundations.Base != RandomBase || r.Decks > 1 || t.Count == 0 || t.Diagonal || t.KingsToBottom || r.ColumnSizes()[0] == 0 ||
			r.Stock.Size+r.Reserve.Size+r.Cells.PreFilled > 0) {
		node.AddErrorAt("foundations.initial cards",
			"three requires a random base, one deck, and all other cards dealt row by row to tableau piles, with at least one in the first")
	}
}

// validateSizes checks that the deck has the cards that are dealt before the tableau, and
// that the tableau takes all the others.
func (r *Rules) validateSizes(node *strict.Node) {
	placed := r.placed()
	switch left := r.DeckSize() - placed; {
	case left < 0:
		node.AddError("stock, reserve, cells, hole and foundations take %d cards, but the deck has %d", placed, r.DeckSize())
	case left > 0 && r.Tableau.Count == 0:
		node.AddErrorAt("tableau piles.count", "%d cards are left over, but there are no tableau piles", left)
	case r.Tableau.Sizes != "":
		sum := 0
		for _, n := range r.PileSizes() {
			sum += n
		}
		if sum != left {
			node.AddErrorAt("tableau piles.pile sizes", "sum is %d, but %d cards are left for the tableau", sum, left)
		}
	}
}

// validateRedeal checks a redeal of the columns: they must be able to take all cards
// that may lie in them, and nothing else may depend on how they were dealt.
func (r *Rules) validateRedeal(node *strict.Node) {
	t := &r.Tableau
	most := r.DeckSize()
	if r.Foundations.Present && !r.Foundations.Removable {
		most -= r.initialFounded()
	}
	if r.Hole.Present {
		most--
	}
	if r.Stock.To == ToRedeal {
		most -= r.Stock.Size
	}
	switch {
	case t.Count*t.Packets < most:
		node.AddErrorAt("tableau piles.redeal packets", "%d piles of %d cards don't take the %d cards that may lie there", t.Count, t.Packets, most)
	case r.FaceDown():
		node.AddErrorAt("tableau piles.redeal packets", "requires all cards of the tableau to be dealt face up")
	case t.Spaces >= SpacesReserveThenAny:
		node.AddErrorAt("tableau piles.redeal packets", "contradicts spaces that are filled by force")
	case r.Stock.Size > 0 && r.Stock.To != ToRedeal:
		node.AddErrorAt("tableau piles.redeal packets", "requires a game without a stock, or a stock with \"deal type\": \"redeal\"")
	}
}
