package rules

import (
	"slices"
)

// normalise resets every field without effect on the game to its zero value (or to the
// one of several equivalent values), so that equal games are equal Rules.
func (r *Rules) normalise() {
	t := &r.Tableau
	switch {
	case t.Count == 0:
		*t = Tableau{}
	case t.Build == NoBuild && t.Spaces < SpacesReserveThenAny && !r.Discards():
		t.Spaces = SpacesNone // nothing ever enters a column
	}
	if t.Packets == 0 || t.Redeals == 0 {
		t.Packets, t.Redeals = 0, 0
	}
	r.normaliseShape()
	if t.Build == NoBuild {
		t.Groups, t.UpOrDown = GroupsNo, false
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
	case r.Rows.Shape != NoRows && r.Rows.ToWaste:
		s.Count = min(s.Count, max(1, s.Size-1)) // the deal turns one
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
	r.normaliseRows()
	r.normaliseDiscard()
}

// normaliseShape writes the shape of a deal in the fields that every game has if they
// suffice: rows of cards, all face up or only the top ones.
func (r *Rules) normaliseShape() {
	t := &r.Tableau
	sizes, down := r.PileSizes(), r.FaceDownCards()
	if sizes != nil && len(sizes) != t.Count || down != nil && len(down) != t.Count {
		return // it has an error already
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
