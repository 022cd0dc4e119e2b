package rules

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// validate complains of what each field may say by itself but what can't be
// meant together. It runs only on documents whose fields are right one by one.
func (r *Rules) validate(node *strict.Node) {
	deck := r.DeckSize()
	goals := 0
	for _, goal := range []bool{r.Foundations.Present, r.Hole.Present, r.Accordion.Size > 0, r.Sequences.Count > 0} {
		if goal {
			goals++
		}
	}
	switch {
	case goals == 0:
		node.AddError("no goal: a game has foundations, a hole, an accordion or sequences")
	case goals > 1:
		node.AddError("contradictory goals: a game has exactly one of foundations, hole, accordion, sequences " +
			"(foundations are present unless \"present\" is false)")
	}

	r.validateShape(node)
	if r.Cells.PreFilled > r.Cells.Count {
		node.AddErrorAt("cells.pre-filled", "%d cards can't be dealt to %d cells", r.Cells.PreFilled, r.Cells.Count)
	}
	if f := r.Foundations; f.Present {
		if f.Base > r.MaxRank {
			node.AddErrorAt("foundations.base card", "a deck up to rank %d has no %s", r.MaxRank, f.Base)
		}
		if f.CompleteOnly && (f.Initial != InitialNone || f.Base != card.Ace || f.Removable) {
			node.AddErrorAt("foundations.only complete pile moves",
				"foundations that take only complete runs start empty, at the ace, and keep what they have")
		}
		if r.Suits < card.Suits && f.Initial != InitialNone {
			node.AddErrorAt("foundations.initial cards", "initial cards need a deck of four suits")
		}
	}
	if h := r.Hole; h.Present {
		if h.Base.Rank() > r.MaxRank {
			node.AddErrorAt("hole.base card", "a deck up to rank %d has no %s", r.MaxRank, h.Base)
		}
		if r.Suits < card.Suits && h.Base != card.None && card.Fold(h.Base, r.Suits) != h.Base {
			node.AddErrorAt("hole.base card", "a deck of %d suits has no %s", r.Suits, h.Base)
		}
	}
	if r.Stock.Size > 0 {
		if r.Stock.To == ToHole && !r.Hole.Present {
			node.AddErrorAt("stock.deal type", "the stock can't be dealt to a hole that is not there")
		}
		if r.Stock.To == ToTableau && r.Tableau.Count == 0 {
			node.AddErrorAt("stock.deal type", "the stock can't be dealt to a tableau that is not there")
		}
		if r.Stock.To != ToWaste && r.Stock.Redeals != 0 {
			node.AddErrorAt("stock.redeal", "only a waste can be redealt, and this stock is dealt elsewhere")
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
			node.AddErrorAt("accordion", "an accordion is played by itself: no tableau piles, cells, stock or reserve")
		}
	case r.Sequences.Count > 0:
		if r.Sequences.Count*int(r.MaxRank) != deck {
			node.AddErrorAt("sequences.count", "%d rows of %d places don't hold the deck of %d cards",
				r.Sequences.Count, r.MaxRank, deck)
		}
		if r.Tableau.Count > 0 || r.Cells.Count > 0 || r.Stock.Size > 0 || r.Reserve.Size > 0 {
			node.AddErrorAt("sequences", "sequences are played by themselves: no tableau piles, cells, stock or reserve")
		}
	default:
		r.validateSizes(node)
	}
}

// validateShape checks a deal that gives each column its own number of cards.
func (r *Rules) validateShape(node *strict.Node) {
	t := &r.Tableau
	sizes, down := r.PileSizes(), r.FaceDownCards()
	if sizes != nil && t.Diagonal {
		node.AddErrorAt("tableau piles.pile sizes", "they contradict \"diagonal deal\": true")
	}
	if down != nil && t.OnlyTopFaceUp {
		node.AddErrorAt("tableau piles.face down cards", "they contradict \"face up cards\": \"top\"")
	}
	for i, n := range r.ColumnSizes() {
		if down != nil && down[i] > 0 && down[i] >= n {
			node.AddErrorAt("tableau piles.face down cards", "pile %d has %d cards, of which the top one lies face up", i+1, n)
		}
	}
	if t.Spaces == SpacesWasteThenStock && !r.Waste() {
		node.AddErrorAt("tableau piles.spaces policy", "spaces can't be filled from a waste that is not there")
	}
	if t.Freeze && t.Spaces != SpacesReserveThenWaste {
		node.AddErrorAt("tableau piles.spaces freeze", "only spaces that wait for the waste can freeze the rest")
	}
	if r.Foundations.Initial == InitialThree &&
		(r.Foundations.Base != RandomBase || r.Decks > 1 || t.Count == 0 || t.Diagonal || t.KingsToBottom || r.ColumnSizes()[0] == 0 ||
			r.Stock.Size+r.Reserve.Size+r.Cells.PreFilled > 0) {
		node.AddErrorAt("foundations.initial cards",
			"three wants a random base, one deck, and all other cards dealt row by row to tableau piles, the first to stay deepest in the first")
	}
}

// validateSizes checks that the cards which the deal places before the tableau
// exist, and that the tableau takes all the others.
func (r *Rules) validateSizes(node *strict.Node) {
	placed := r.placed()
	switch left := r.DeckSize() - placed; {
	case left < 0:
		node.AddError("stock, reserve, cells, hole and foundations are dealt %d cards of a deck of %d", placed, r.DeckSize())
	case left > 0 && r.Tableau.Count == 0:
		node.AddErrorAt("tableau piles.count", "%d cards of the deck are dealt nowhere: there are no tableau piles", left)
	case r.Tableau.Sizes != "":
		sum := 0
		for _, n := range r.PileSizes() {
			sum += n
		}
		if sum != left {
			node.AddErrorAt("tableau piles.pile sizes", "they add up to %d, but %d cards are left for the tableau", sum, left)
		}
	}
}

// normalise gives every field that has no bearing on the game its zero value
// (or the one value that says the same), so that equal games are equal Rules.
func (r *Rules) normalise() {
	t := &r.Tableau
	switch {
	case t.Count == 0:
		*t = Tableau{}
	case t.Build == NoBuild && t.Spaces < SpacesReserveThenAny:
		t.Spaces = SpacesNone // nothing ever enters a column
	}
	r.normaliseShape()
	if t.Build == NoBuild {
		t.Groups = GroupsNo
	}
	if t.Groups == GroupsNo || t.Groups == GroupsAny {
		t.GroupPolicy = t.Build
	}
	if t.GroupPolicy == t.Build {
		t.Target = TargetBuild
	}

	if !r.Foundations.Present {
		r.Foundations = Foundations{}
	}
	if !r.Hole.Present {
		r.Hole = Hole{}
	}
	if r.Cells.Count == 0 {
		r.Cells = Cells{}
	}
	switch s := &r.Stock; {
	case s.Size == 0:
		*s = Stock{OntoSpaces: true}
	case s.To != ToWaste:
		s.Count, s.Redeals = 1, 0
	default:
		s.Count = min(s.Count, s.Size)
	}
	if r.Stock.To != ToTableau {
		r.Stock.OntoSpaces = true
	}
	if r.Reserve.Size == 0 {
		r.Reserve = Reserve{}
	}
	if r.Accordion.Size == 0 {
		r.Accordion = Accordion{}
	}
	if r.Sequences.Count == 0 {
		r.Sequences = Sequences{}
	}
}

// normaliseShape says the shape of a deal in the fields that every game has,
// where they suffice: rows of cards, all face up or only the top ones.
func (r *Rules) normaliseShape() {
	t := &r.Tableau
	sizes, down := r.PileSizes(), r.FaceDownCards()
	if sizes != nil && len(sizes) != t.Count || down != nil && len(down) != t.Count {
		return // complained of already
	}
	t.Sizes = ""
	dealt := r.ColumnSizes()
	if sizes != nil && !slices.Equal(sizes, dealt) {
		t.Sizes, dealt = words(sizes), sizes
	}
	none, top := true, true
	for i, n := range down {
		none = none && n == 0
		top = top && n == max(0, dealt[i]-1)
	}
	switch {
	case none:
		t.FaceDown = ""
	case top:
		t.FaceDown, t.OnlyTopFaceUp = "", true
	}
}

// ColumnSizes are the columns' sizes in a fresh deal.
func (r *Rules) ColumnSizes() []int {
	t := &r.Tableau
	if t.Sizes != "" {
		return r.PileSizes()
	}
	sizes := make([]int, t.Count)
	left := r.DeckSize() - r.placed()
	for row := 0; left > 0 && t.Count > 0; row++ {
		for i := 0; i < t.Count && left > 0; i++ {
			c := i
			if t.Diagonal && row < t.Count {
				c = t.Count - 1 - i // triangles are dealt from right to left
			}
			if t.Diagonal && row < t.Count && c < row {
				continue
			}
			sizes[c]++
			left--
		}
	}
	return sizes
}

// placed is how many cards the deal places before the tableau.
func (r *Rules) placed() int {
	placed := r.Stock.Size + r.Reserve.Size + r.Cells.PreFilled
	if r.Foundations.Present {
		placed += r.initialFounded()
	}
	if r.Hole.Present {
		placed++
	}
	return placed
}
