package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Rows is places in rows, where some places cover others, as in Pyramid and TriPeaks. A card
// can be played when nothing covers it any more.
type Rows struct {
	Shape Shape
	Count int // rows of a pyramid

	// Covers has, for ShapeLists, the places that cover each place. Places are numbered from 1, row by
	// row. Slashes separate rows, commas separate places, and plus signs separate the numbers of the
	// places that cover one.
	Covers string

	PairSum     int  // two uncovered cards with ranks of this sum are removed; 0 if cards don't go in pairs
	StockInPlay bool // with pairs: the next card of the stock can be removed too
	ToWaste     bool // an uncovered card one rank above or below the top of the waste goes there
	Loops       bool // with ToWaste: whether ace and king are neighbours
	All         bool // with pairs: won when stock and waste are gone too
}

// Shape says which places there are, and which cover which.
type Shape uint8

// The shapes.
const (
	NoRows     Shape = iota
	Pyramid          // row r has r places; a place is covered by the two below it
	TriPeaks         // three pyramids of three rows, which stand on a common row of ten
	ShapeLists       // as Covers says
)

var shapeWords = []string{"none", "pyramid", "tripeaks", "lists"}

var rowsGoalWords = []string{"rows", "all"}

// Layout has the places of rows. They are numbered from 0, row by row and from left to right.
type Layout struct {
	Sizes     []int   // places of each row
	CoveredBy [][]int // the places that cover each place, in order
}

// Layout returns the places, and the places that cover each.
func (v *Rows) Layout() Layout {
	var l Layout
	switch v.Shape {
	case Pyramid:
		first := 0
		for row := 1; row <= v.Count; row++ {
			l.Sizes = append(l.Sizes, row)
			below := first + row
			for k := range row {
				var by []int
				if row < v.Count {
					by = []int{below + k, below + k + 1}
				}
				l.CoveredBy = append(l.CoveredBy, by)
			}
			first = below
		}
	case TriPeaks:
		l.Sizes = []int{3, 6, 9, 10}
		l.CoveredBy = make([][]int, 28)
		for peak := range 3 {
			l.CoveredBy[peak] = []int{3 + 2*peak, 4 + 2*peak}
			for k := range 2 {
				l.CoveredBy[3+2*peak+k] = []int{9 + 3*peak + k, 10 + 3*peak + k}
			}
		}
		for k := range 9 {
			l.CoveredBy[9+k] = []int{18 + k, 19 + k}
		}
	case ShapeLists:
		for row := range strings.SplitSeq(v.Covers, "/") {
			places := strings.Split(row, ",")
			l.Sizes = append(l.Sizes, len(places))
			for _, place := range places {
				var by []int
				for text := range strings.FieldsFuncSeq(place, func(r rune) bool { return r == '+' }) {
					n, _ := strconv.Atoi(text) // this package wrote it
					by = append(by, n-1)
				}
				l.CoveredBy = append(l.CoveredBy, by)
			}
		}
	}
	return l
}

// name returns a place in words, such as 2/1 for the first place of the second row.
func (l *Layout) name(place int) string {
	for row, n := range l.Sizes {
		if place < n {
			return fmt.Sprintf("%d/%d", row+1, place+1)
		}
		place -= n
	}
	return ""
}

// covers writes what covers each place, as [Rows.Covers] has it.
func (l *Layout) covers() string {
	var rows []string
	place := 0
	for _, n := range l.Sizes {
		var places []string
		for range n {
			var by []string
			for _, other := range l.CoveredBy[place] {
				by = append(by, strconv.Itoa(other+1))
			}
			places = append(places, strings.Join(by, "+"))
			place++
		}
		rows = append(rows, strings.Join(places, ","))
	}
	return strings.Join(rows, "/")
}

// lists writes what covers each place as a document has it.
func (l *Layout) lists() [][][]string {
	var rows [][][]string
	place := 0
	for _, n := range l.Sizes {
		var row [][]string
		for range n {
			by := []string{}
			for _, other := range l.CoveredBy[place] {
				by = append(by, l.name(other))
			}
			row = append(row, by)
			place++
		}
		rows = append(rows, row)
	}
	return rows
}

// cycle returns a place that covers itself through others, −1 if none does.
func (l *Layout) cycle() int {
	const entered, left = 1, 2
	state := make([]uint8, len(l.CoveredBy))
	var visit func(place int) int
	visit = func(place int) int {
		state[place] = entered
		for _, by := range l.CoveredBy[place] {
			if state[by] == entered {
				return by
			}
			if state[by] == 0 {
				if found := visit(by); found >= 0 {
					return found
				}
			}
		}
		state[place] = left
		return -1
	}
	for place := range l.CoveredBy {
		if state[place] == 0 {
			if found := visit(place); found >= 0 {
				return found
			}
		}
	}
	return -1
}

// mostPyramid bounds the rows of a pyramid: thirteen rows have 91 places, and a pyramid
// of fourteen would take more than two packs.
const mostPyramid = 13

func decodeRows(node *strict.Node, r *Rules) {
	v := &r.Rows
	fields := node.Object(strict.FieldNames[RowRules]()...)
	strict.Enum(fields["shape"], &v.Shape, shapeWords)
	fields["count"].Int(&v.Count, 1, mostPyramid)
	if by := fields["covered by"]; by != nil {
		if v.Shape != ShapeLists {
			by.AddError("requires \"shape\": \"lists\"")
		} else {
			v.Covers = decodeCovers(by, r.DeckSize())
		}
	} else if v.Shape == ShapeLists {
		node.AddErrorAt("covered by", "missing: required for \"shape\": \"lists\"")
	}
	fields["pair sum"].Int(&v.PairSum, 0, 2*int(card.MaxRank))
	fields["stock in play"].Bool(&v.StockInPlay)
	fields["build on waste"].Bool(&v.ToWaste)
	fields["build loops"].Bool(&v.Loops)
	var goal uint8
	strict.Enum(fields["goal"], &goal, rowsGoalWords)
	v.All = goal == 1
}

// decodeCovers reads, for each place of each row, the places that cover it.
func decodeCovers(node *strict.Node, most int) string {
	before := node.ErrorCount()
	var l Layout
	var lists []*strict.Node // of each place
	at := map[string]int{}
	rows, ok := node.List()
	if !ok {
		return ""
	}
	for i, row := range rows {
		places, ok := row.List()
		if ok && len(places) == 0 {
			row.AddError("a row needs at least one place")
		}
		l.Sizes = append(l.Sizes, len(places))
		for k, place := range places {
			at[fmt.Sprintf("%d/%d", i+1, k+1)] = len(lists)
			lists = append(lists, place)
		}
	}
	if len(lists) == 0 || len(lists) > most {
		node.AddError("%d places found, 1–%d expected", len(lists), most)
		return ""
	}
	for _, list := range lists {
		var by []int
		names, _ := list.List()
		for _, n := range names {
			name, ok := n.Text()
			place, known := at[name]
			switch {
			case !ok:
			case !known:
				n.AddError("%.20q is not a place: write row and place, for example 2/1", name)
			case slices.Contains(by, place):
				n.AddError("%s is given twice", name)
			default:
				by = append(by, place)
			}
		}
		slices.Sort(by)
		l.CoveredBy = append(l.CoveredBy, by)
	}
	if node.ErrorCount() > before {
		return ""
	}
	if place := l.cycle(); place >= 0 {
		lists[place].AddError("%s covers itself through others: it could never be played", l.name(place))
		return ""
	}
	return l.covers()
}

// validateRows adds the errors of fields of rows that contradict each other, or the rest
// of the rules.
func (r *Rules) validateRows(node *strict.Node) {
	v := &r.Rows
	places := len(v.Layout().CoveredBy)
	if r.Tableau.Count > 0 || r.Cells.Count > 0 || r.Reserve.Size > 0 {
		node.AddErrorAt("rows", "rows can't have tableau piles, cells or a reserve")
	}
	if dealt := places + r.Stock.Size; dealt != r.DeckSize() {
		node.AddErrorAt("stock.size", "%d places and a stock of %d take %d cards, but the deck has %d",
			places, r.Stock.Size, dealt, r.DeckSize())
	}
	if r.Stock.Size > 0 && r.Stock.To != ToWaste {
		node.AddErrorAt("stock.deal type", "must be \"waste\" in a game of rows")
	}
	switch {
	case v.PairSum == 0 && !v.ToWaste:
		node.AddErrorAt("rows", "no cards can be played: must have \"pair sum\" or \"build on waste\"")
	case v.PairSum > 0 && v.ToWaste:
		node.AddErrorAt("rows.build on waste", "contradicts \"pair sum\": must have one of them")
	case v.PairSum == 1 || v.PairSum > 2*int(r.MaxRank):
		node.AddErrorAt("rows.pair sum", "no two cards up to rank %d make %d", r.MaxRank, v.PairSum)
	}
	if !v.ToWaste {
		return
	}
	if r.Stock.Size == 0 {
		node.AddErrorAt("stock.size", "a waste that is built on needs a stock for its first card")
	}
	if r.Stock.Redeals != 0 {
		node.AddErrorAt("stock.redeal", "a waste that is built on can't be redealt")
	}
	if v.All {
		node.AddErrorAt("rows.goal", "cards built on the waste stay there: must be \"rows\"")
	}
}

// normaliseRows resets what has no effect, and names a shape that lists describe.
func (r *Rules) normaliseRows() {
	v := &r.Rows
	if v.Shape == NoRows {
		*v = Rows{}
		return
	}
	if v.Shape == ShapeLists {
		for _, known := range append(pyramids(), Rows{Shape: TriPeaks}) {
			if l := known.Layout(); l.covers() == v.Covers {
				v.Shape, v.Count, v.Covers = known.Shape, known.Count, ""
				break
			}
		}
	}
	if v.Shape != Pyramid {
		v.Count = 0
	}
	if v.PairSum == 0 || r.Stock.Size == 0 {
		v.StockInPlay = false
	}
	if r.Stock.Size == 0 {
		v.All = false // the rows are all there is
	}
	if !v.ToWaste {
		v.Loops = false
	}
}

func pyramids() []Rows {
	var all []Rows
	for n := range mostPyramid {
		all = append(all, Rows{Shape: Pyramid, Count: n + 1})
	}
	return all
}

// document returns the rows as they are written.
func (v *Rows) document() *RowRules {
	d := &RowRules{
		Shape: shapeWords[v.Shape], Count: unless(v.Count, 0), PairSum: unless(v.PairSum, 0), ToWaste: unless(v.ToWaste, false),
	}
	if v.Shape == ShapeLists {
		l := v.Layout()
		d.CoveredBy = l.lists()
	}
	if v.ToWaste {
		d.Loops = &v.Loops
		return d
	}
	d.StockInPlay = &v.StockInPlay
	d.Goal = rowsGoalWords[0]
	if v.All {
		d.Goal = rowsGoalWords[1]
	}
	return d
}
