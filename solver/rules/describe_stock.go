package rules

import "strconv"

func (d *describer) stock() string {
	v := d.Stock
	switch {
	case v.Size == 0:
		return ""
	case v.To == ToSpaces:
		return d.say("Its cards are dealt, face up, to empty columns only.")
	case v.To == ToRedeal:
		return d.say("Its cards come to the columns, face up, only when these are dealt again.")
	case v.To == ToHole:
		return d.say("The next card of the stock may be laid in the hole at any time, whatever its rank.")
	case v.To == ToTableau:
		return d.dealing()
	case d.Rows.ToWaste:
		return d.turns()
	}
	var s []string
	switch {
	case v.Size == 1:
		s = append(s, d.say("The card of the stock may be turned to the waste at any time, from where it can be played."))
	case v.Count == v.Size:
		s = append(s, d.say("The whole stock is turned to the waste at once, card by card. The top card of the waste can be played."))
	case v.Count == 1:
		s = append(s, d.say("The stock is turned to the waste one card at a time. The top card of the waste can be played."))
	default:
		s = append(s, d.say("The stock is turned to the waste {n} cards at a time, or all that are left. Only the top card of the waste can be played.", "n", strconv.Itoa(v.Count)))
	}
	switch v.Redeals {
	case 0:
		s = append(s, d.say("The waste is not turned over again."))
	case Unlimited:
		s = append(s, d.say("When the stock is empty, the waste may be turned over to be the stock again, any number of times."))
	default:
		s = append(s, d.count(v.Redeals, "When the stock is empty, the waste may be turned over to be the stock again, once.", "When the stock is empty, the waste may be turned over to be the stock again, {n} times in the game."))
	}
	return sentences(s...)
}

// dealing says how the stock is dealt to the columns.
func (d *describer) dealing() string {
	v, columns := d.Stock, d.Tableau.Count
	var s []string
	switch left := v.Size % columns; {
	case v.Size < columns:
		s = append(s, d.count(v.Size, "Dealing the stock lays its card, face up, on the first column.", "Dealing the stock lays its {n} cards, face up, on the first {n} columns."))
	case left > 0:
		s = append(s, d.count(left, "Dealing from the stock lays one card, face up, on each column, and the last time the remaining card on the first one.", "Dealing from the stock lays one card, face up, on each column, and the last time the remaining {n} cards on the first {n}."))
	default:
		s = append(s, d.say("Dealing from the stock lays one card, face up, on each column."))
	}
	switch {
	case !v.OntoSpaces:
		s = append(s, d.say("It may be done only while no column is empty."))
	case columns == 1:
		s = append(s, d.say("It may be done at any time, on an empty column too."))
	default:
		s = append(s, d.say("It may be done at any time, also while columns are empty."))
	}
	return sentences(s...)
}

// turns says how the stock is turned to a waste that is built on. Its first card lies there
// from the start.
func (d *describer) turns() string {
	v, left := d.Stock, d.Stock.Size-1
	switch {
	case left == 0:
		return ""
	case left == 1:
		return d.say("The card of the stock may be turned to the waste at any time.")
	case v.Count == left:
		return d.say("The whole stock is turned to the waste at once, card by card, at any time.")
	case v.Count == 1:
		return d.say("The stock is turned to the waste one card at a time, at any time. It is gone through once.")
	}
	return d.say("The stock is turned to the waste {n} cards at a time, or all that are left, at any time. It is gone through once.", "n", strconv.Itoa(v.Count))
}
