package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Klondike-Solver writes a fresh deal of Klondike as 52 groups of three digits: two for
// the rank, one for the suit. The cards come as they are dealt, row by row from left to
// right, then the stock from the card that is turned first. Its other input is read too:
// a board that begins with its talon, as PySol's, and `Game: N`; so are the cards of its
// successor MinimalKlondike, written as letters, column by column and then the stock from
// the bottom.

// digitSuits has the suits of the digits 1 to 4.
var digitSuits = [4]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades}

// readPack reads one deal. A headline before it is skipped, and noted.
func readPack(text string, r *rules.Rules, decode Decode) (p deal.Position, notes []string, err error) {
	var lines, headless []string
	var skipped strict.Error
	begun := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			line = "" // a comment; its line still counts
		}
		lines = append(lines, line)
		if !begun && isHeadline(line) {
			addProse(&skipped, linePath(len(lines)), line)
			line = ""
		}
		begun = begun || line != ""
		headless = append(headless, line)
	}
	if !begun {
		headless, skipped = lines, nil // what looks like a headline is all there is
	}
	plain := strings.Join(headless, "\n")
	first, _, _ := strings.Cut(strings.TrimLeft(plain, "\n"), "\n")
	if startsTalon(first) {
		p, notes, err = readBoard(PySol, plain, r, decode)
	} else {
		p, err = readCards(first, plain, r, decode)
	}
	if err != nil {
		return p, nil, joined(skipped, nil, err)
	}
	return p, append(skippedNotes(skipped), notes...), nil
}

// isHeadline reports whether a line is none of a deal.
func isHeadline(line string) bool {
	_, numbered := cutPrefixFold(line, "Game:")
	return line != "" && !numbered && !startsTalon(line) && strings.Trim(line, "0123456789,; \t") != "" && isProse(line)
}

// startsTalon reports whether a board begins with its talon.
func startsTalon(line string) bool {
	_, ok := cutPrefixFold(line, "Talon:")
	return ok
}

// readCards reads a number, digits or letters.
func readCards(first, plain string, r *rules.Rules, decode Decode) (deal.Position, error) {
	if number, ok := cutPrefixFold(first, "Game:"); ok {
		if strings.TrimSpace(plain) != first {
			return deal.Position{}, dealError("more text than one game's number: give one deal at a time")
		}
		s, err := deal.ParseSeed(deal.KlondikeSolver + ":" + strings.TrimSpace(number))
		if err != nil {
			return deal.Position{}, dealError("%s", err)
		}
		return s.Deal(r)
	}
	d := draft{strict.NewDraft(), decode}
	if strings.ContainsFunc(plain, func(c rune) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }) {
		return d.letters(plain, r)
	}
	return d.digits(strings.Join(strings.FieldsFunc(plain, separates), ""), r)
}

// digits reads three digits for each card.
func (d draft) digits(digits string, r *rules.Rules) (deal.Position, error) {
	if i := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); i >= 0 {
		return deal.Position{}, dealError("%q is not a digit: write each card in three digits, rank 01–13 and suit 1–4", []rune(digits[i:])[0])
	}
	if len(digits)%3 != 0 {
		return deal.Position{}, dealError("%d digits found, 156 expected (three per card)", len(digits))
	}
	var pack []*strict.Node
	for i := range len(digits) / 3 {
		word := digits[3*i : 3*i+3]
		path := fmt.Sprintf("deal card %d", i+1)
		rank := card.Rank(10*(word[0]-'0') + word[1] - '0')
		suit := word[2] - '1'
		if rank < card.Ace || rank > card.King || suit >= card.Suits {
			d.AddError(path, "%s is not a card: write rank 01–13, then suit 1–4 (C D H S)", word)
			continue
		}
		pack = append(pack, d.Text(path, card.New(rank, digitSuits[suit]).String()))
	}
	if err := d.checkPack(pack); err != nil {
		return deal.Position{}, err
	}
	columns, stock := deal.Triangle(pack)
	slices.Reverse(stock)
	return d.start(r, columns, stock)
}

// letters reads cards, column by column.
func (d draft) letters(plain string, r *rules.Rules) (deal.Position, error) {
	var pack []*strict.Node
	for _, w := range wordsOf(KlondikeSolver, "deal", plain) {
		node := d.Text(w.path, w.text)
		if _, _, err := card.Parse(w.text); err != nil {
			node.AddError("%s", err)
		}
		pack = append(pack, node)
	}
	if err := d.checkPack(pack); err != nil {
		return deal.Position{}, err
	}
	var columns [7][]*strict.Node
	for i := range columns {
		columns[i], pack = pack[:i+1], pack[i+1:]
	}
	return d.start(r, columns, pack)
}

// checkPack checks that there are as many cards as in a pack. Its error names missing
// cards and those that occur twice.
func (d draft) checkPack(pack []*strict.Node) error {
	if err := d.Err(); err != nil || len(pack) == 52 {
		return err
	}
	seen := map[card.Card]int{}
	for _, node := range pack {
		text, _ := node.Text()
		c, _, _ := card.Parse(text)
		seen[c]++
	}
	var missing, twice []string
	for _, c := range card.Deck(card.King, 1, card.Suits) {
		switch n := seen[c]; {
		case n == 0:
			missing = append(missing, c.String())
		case n > 1:
			twice = append(twice, c.String())
		}
	}
	detail := fmt.Sprintf("%d cards found, 52 expected", len(pack))
	if len(missing) > 0 {
		detail += "; missing: " + strings.Join(missing, ", ")
	}
	if len(twice) > 0 {
		detail += "; more than once: " + strings.Join(twice, ", ")
	}
	return dealError("%s", detail)
}

// start returns the position of a fresh deal.
func (d draft) start(r *rules.Rules, columns [7][]*strict.Node, stock []*strict.Node) (deal.Position, error) {
	var piles []*strict.Node
	for _, cards := range columns {
		piles = append(piles, d.List("deal", cards))
	}
	return d.position(r, map[string]*strict.Node{
		"tableau piles": d.List("deal", piles), "stock": d.List("deal", stock), "faces": d.Text("deal", "dealt"),
	})
}

// writePack writes a fresh deal in digits.
func writePack(r *rules.Rules, p *deal.Position) (string, error) {
	unsupported := &Unsupported{KlondikeSolver, "a position that is not a fresh deal"}
	var pack []card.Card
	for row := range p.Tableau {
		for i, c := range p.Tableau {
			if len(c.Cards) != i+1 {
				return "", unsupported
			}
			if row <= i {
				pack = append(pack, c.Cards[row])
			}
		}
	}
	var text strings.Builder
	for _, c := range slices.Backward(p.Stock) {
		pack = append(pack, c)
	}
	for _, c := range pack {
		fmt.Fprintf(&text, "%02d%d", c.Rank(), slices.Index(digitSuits[:], c.Suit())+1)
	}
	text.WriteByte('\n')
	// The digits lose what they can't express, such as a card turned up too early.
	if q, _, err := readPack(text.String(), r, deal.Decode); err != nil || !bytes.Equal(q.Document(r), p.Document(r)) {
		return "", unsupported
	}
	return text.String(), nil
}
