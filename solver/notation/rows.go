package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Programs that solve Pyramid and TriPeaks read the pack as it is dealt: the rows from the top of the
// picture down, each from left to right, then the stock from the card that is turned first. In
// TriPeaks the card that the deal turns to the waste comes before the stock. Lines mean nothing, so
// the pack may also be 104 characters without a blank:
//
//	6D
//	5H AH
//	JD 4S KS
//	…
//	3S 9C AS …
//
// In the middle of a game a place without a card is --, and waste and stock follow as on a board:
//
//	Talon: AS 9C ==> 5D QH <==

// readRows reads rows and stock.
func readRows(text string, r *rules.Rules, decode Decode) (p deal.Position, notes []string, err error) {
	d := draft{strict.NewDraft(), decode}
	var skipped strict.Error
	var cards []word
	var lines []int // how many cards each has
	parts := map[string]*strict.Node{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		path := linePath(number)
		rest, titled := cutPrefixFold(line, "Talon:")
		switch {
		case line == "":
		case titled && parts["stock"] != nil:
			d.AddError(path, "second line of stock")
		case titled:
			parts["waste"], parts["stock"] = d.talon(Rows, path, rest)
		case parts["stock"] != nil:
			d.AddError(path, "the talon must be the last line")
		case len(cards) == 0 && isProse(line) && !mostlyCards(line):
			addProse(&skipped, path, line)
		default:
			if mostlyCards(line) { // some may be written wrong
				line = apart(line)
			}
			words := wordsOf(Rows, path, line)
			cards = append(cards, words...)
			lines = append(lines, len(words))
		}
	}
	if err := d.Err(); err != nil {
		return deal.Position{}, nil, joined(skipped, nil, err)
	}
	p, err = d.rows(r, cards, lines, parts)
	if err != nil {
		return deal.Position{}, nil, joined(skipped, nil, err)
	}
	return p, skippedNotes(skipped), nil
}

// mostlyCards reports whether most of a line is cards, if those without blanks between them are told
// apart.
func mostlyCards(line string) bool { return !isProse(apart(line)) && strings.TrimSpace(line) != "" }

// apart separates the cards of a line.
func apart(line string) string {
	var all []string
	for _, text := range strings.FieldsFunc(line, separates) {
		cards, _ := splitCards(text)
		all = append(all, cards...)
	}
	return strings.Join(all, " ")
}

// rows reads the cards of rows and, if there is no line for it, the stock.
func (d draft) rows(r *rules.Rules, cards []word, lines []int, parts map[string]*strict.Node) (deal.Position, error) {
	sizes := r.Rows.Layout().Sizes
	places, expected := 0, 0
	for _, n := range sizes {
		places += n
	}
	said := fmt.Sprintf("%d of the rows, from the top row down and each from left to right", places)
	if expected = places; parts["stock"] == nil {
		expected += r.Stock.Size
		if r.Rows.ToWaste {
			said += ", then the card on the waste"
		}
		said += ", then the stock, beginning with the card that is turned first"
	}
	switch {
	case len(cards) != expected:
		d.AddError("deal", "%s found, %d expected: %s", deal.Counted(len(cards), "card"), expected, said)
		return deal.Position{}, d.Err()
	case upsideDown(lines, sizes):
		d.AddError("deal", "the lines of %d … %d cards are upside down: give %s", lines[0], lines[len(sizes)-1], said)
		return deal.Position{}, d.Err()
	}
	var rows []*strict.Node
	for _, n := range sizes {
		var row []*strict.Node
		for _, w := range cards[:n] {
			row = append(row, d.place(w))
		}
		rows = append(rows, d.List("deal", row))
		cards = cards[n:]
	}
	parts["rows"] = d.List("deal", rows)
	if parts["stock"] == nil {
		if r.Rows.ToWaste && len(cards) > 0 {
			parts["waste"] = d.list("deal", cards[:1])
			cards = cards[1:]
		}
		slices.Reverse(cards)
		parts["stock"] = d.list("deal", cards)
	}
	return d.position(r, parts)
}

// upsideDown reports whether lines are rows from the lowest up.
func upsideDown(lines, sizes []int) bool {
	upwards := slices.Clone(sizes)
	slices.Reverse(upwards)
	return len(lines) >= len(sizes) && !slices.Equal(upwards, sizes) && slices.Equal(lines[:len(sizes)], upwards)
}

// writeRows writes a fresh deal as programs read it, and any other position with a talon.
func writeRows(r *rules.Rules, p *deal.Position) string {
	var text strings.Builder
	full := true
	for _, row := range p.Rows {
		full = full && card.Filled(row) == len(row)
		text.WriteString(card.Join(row, " ", emptyPlace) + "\n")
	}
	turned := 0
	if r.Rows.ToWaste {
		turned = 1
	}
	if full && len(p.Waste) == turned && len(p.Waste)+len(p.Stock) == r.Stock.Size {
		for _, pile := range [][]card.Card{p.Waste, p.Stock} {
			if len(pile) > 0 {
				text.WriteString(strings.Join(downwards(pile), " ") + "\n")
			}
		}
		return text.String()
	}
	text.WriteString(strings.Join(append([]string{"Talon:"}, talon(p)...), " ") + "\n")
	return text.String()
}
