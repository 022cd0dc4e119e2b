package relation

import (
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Stronger reports whether every position that can be won under rules a can provably be won under
// rules b, with the same cards in the same places. The relation is a partial order: reflexive and
// transitive, and antisymmetric up to different ways of writing the same rules.
func Stronger(a, b *rules.Rules) bool {
	return dealt(*a) == dealt(*b) &&
		tableau(&a.Tableau, &b.Tableau) && foundations(&a.Foundations, &b.Foundations) &&
		stock(&a.Stock, &b.Stock) &&
		a.Cells.Count <= b.Cells.Count &&
		(!a.Hole.Loops || b.Hole.Loops) && (a.Hole.DeadKings || !b.Hole.DeadKings) &&
		(!a.Rows.Loops || b.Rows.Loops) && (!a.Rows.StockInPlay || b.Rows.StockInPlay) &&
		accordion(&a.Accordion, &b.Accordion) && sequences(&a.Sequences, &b.Sequences)
}

// dealt returns rules without the fields that are compared one by one. What is left, the deal and
// any field added later, must be equal in related games.
func dealt(r rules.Rules) rules.Rules {
	t := &r.Tableau
	t.Build, t.UpOrDown, t.Spaces, t.Freeze = 0, false, 0, false
	t.Groups, t.GroupPolicy, t.Target = 0, 0, 0
	r.Foundations.Removable, r.Foundations.CompleteOnly = false, false
	r.Hole.Loops, r.Hole.DeadKings = false, false
	r.Rows.Loops, r.Rows.StockInPlay = false, false
	r.Cells.Count = 0
	r.Stock.Count, r.Stock.Redeals, r.Stock.OntoSpaces = 0, 0, false
	r.Accordion.Moves, r.Accordion.Match = "", 0
	r.Sequences.Direction, r.Sequences.Build, r.Sequences.FixedSuit = 0, 0, false
	return r
}

// within reports whether every card that policy a lets be laid on another, policy b lets too.
func within(a, b rules.Build) bool {
	switch {
	case a == b, a == rules.NoBuild:
		return true
	case a == rules.SameSuit:
		return b == rules.AnySuit || b == rules.SameColour
	case a == rules.RedBlack:
		return b == rules.AnySuit || b == rules.OtherSuit
	case a == rules.SameColour, a == rules.OtherSuit:
		return b == rules.AnySuit
	default:
		return false
	}
}

func tableau(a, b *rules.Tableau) bool {
	return within(a.Build, b.Build) && (!a.UpOrDown || b.UpOrDown) && spaces(a, b) && groups(a, b)
}

// spaces compares which cards may, or must, fill a space.
func spaces(a, b *rules.Tableau) bool {
	if a.Spaces == b.Spaces {
		return a.Freeze || !b.Freeze
	}
	switch a.Spaces {
	case rules.SpacesNone:
		return b.Spaces == rules.SpacesKings || b.Spaces == rules.SpacesAny
	case rules.SpacesKings, rules.SpacesReserveThenAny:
		return b.Spaces == rules.SpacesAny
	case rules.SpacesReserveThenWaste:
		return b.Spaces == rules.SpacesReserveThenAny || b.Spaces == rules.SpacesAny
	default:
		return false
	}
}

// groups compares which groups move from column to column.
func groups(a, b *rules.Tableau) bool {
	if a.Build == rules.NoBuild {
		return true // no group moves under a
	}
	// Compare the targets of a group of two or more, and the groups themselves.
	wider := within(target(a), target(b)) && within(a.GroupPolicy, b.GroupPolicy)
	switch b.Groups {
	case rules.GroupsNo:
		return a.Groups == rules.GroupsNo
	case rules.GroupsYes:
		return a.Groups == rules.GroupsNo || a.Groups != rules.GroupsAny && wider
	case rules.GroupsAny:
		return a.Groups == rules.GroupsNo || within(target(a), target(b))
	case rules.GroupsWholePile:
		return a.Groups == rules.GroupsWholePile && wider
	case rules.GroupsMaximal:
		// Where more cards form groups a maximal group is longer, and the shorter one
		// may not move any more; a whole column can't be longer.
		return a.Groups == rules.GroupsWholePile && wider ||
			a.Groups == rules.GroupsMaximal && wider && a.GroupPolicy == b.GroupPolicy && a.UpOrDown == b.UpOrDown
	default:
		return a.Groups == b.Groups && a.GroupPolicy == b.GroupPolicy && a.Target == b.Target
	}
}

// target returns the policy that the card under a group of two or more must satisfy.
func target(t *rules.Tableau) rules.Build {
	if t.Target == rules.TargetGroup {
		return t.GroupPolicy
	}
	return t.Build
}

func foundations(a, b *rules.Foundations) bool {
	return (!a.Removable || b.Removable) && (a.CompleteOnly || !b.CompleteOnly)
}

func stock(a, b *rules.Stock) bool {
	if a.Size == 0 {
		return true
	}
	if a.To != rules.ToWaste {
		return !a.OntoSpaces || b.OntoSpaces
	}
	// A draw of a is several draws of b if a's count is a multiple of b's, or if a's draw takes
	// the whole stock.
	multiple := a.Count%b.Count == 0 || a.Count >= a.Size
	fewer := b.Redeals == rules.Unlimited || a.Redeals != rules.Unlimited && a.Redeals <= b.Redeals
	return multiple && fewer
}

func accordion(a, b *rules.Accordion) bool {
	for move := range strings.FieldsSeq(a.Moves) {
		if !slices.Contains(strings.Fields(b.Moves), move) {
			return false
		}
	}
	return b.Match&rules.MatchAnySuit != 0 || a.Match&^b.Match == 0
}

func sequences(a, b *rules.Sequences) bool {
	return (a.Direction == b.Direction || b.Direction == rules.FromBoth) &&
		within(a.Build, b.Build) && (a.FixedSuit || !b.FixedSuit)
}
