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

// Klondike-Solver writes a fresh deal of Klondike as 52 times three digits: the rank
// in two, the suit in one. The cards come as they are dealt, row by row from left to
// right, then the stock, the card that is turned first coming first. What else the
// program reads is read too: a board that begins with its talon, as PySol's, and
// `Game: N`; so are the cards of its successor MinimalKlondike, written as letters,
// column by column and then the stock from the bottom.

// digitSuits are the suits as the digits 1 to 4 number them.
var digitSuits = [4]card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades}

// readPack reads one deal.
func readPack(text string, r *rules.Rules) (deal.Position, error) {
	var lines []string
	first := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			line = "" // a comment; its line still counts
		}
		if first == "" {
			first = line
		}
		lines = append(lines, line)
	}
	plain := strings.Join(lines, "\n")
	if number, ok := fold(first, "Game:"); ok {
		if strings.TrimSpace(plain) != first {
			return deal.Position{}, mistake("more text than one game's number: give one deal at a time")
		}
		s, err := deal.ParseSeed(deal.KlondikeSolver + ":" + strings.TrimSpace(number))
		if err != nil {
			return deal.Position{}, mistake("%s", err)
		}
		return s.Deal(r)
	}
	if _, ok := fold(first, "Talon:"); ok {
		return readBoard(PySol, plain, r)
	}
	if strings.ContainsFunc(plain, func(c rune) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }) {
		return readLetters(strings.Fields(plain), r)
	}
	return readDigits(strings.Join(strings.Fields(plain), ""), r)
}

func readDigits(digits string, r *rules.Rules) (deal.Position, error) {
	if i := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); i >= 0 {
		return deal.Position{}, mistake("%q is no digit: write each card in three digits, its rank from 01 to 13 and its suit from 1 to 4", []rune(digits[i:])[0])
	}
	if len(digits)%3 != 0 {
		return deal.Position{}, mistake("%d digits, but 52 cards have 156", len(digits))
	}
	d := draft{strict.NewDraft()}
	var pack []*strict.Node
	for i := range len(digits) / 3 {
		word := digits[3*i : 3*i+3]
		path := fmt.Sprintf("deal card %d", i+1)
		rank := card.Rank(10*(word[0]-'0') + word[1] - '0')
		suit := word[2] - '1'
		if rank < card.Ace || rank > card.King || suit >= card.Suits {
			d.AddError(path, "%s is no card: two digits from 01 to 13 are its rank, and one from 1 to 4 its suit, C D H S", word)
			continue
		}
		pack = append(pack, d.Text(path, card.New(rank, digitSuits[suit]).String()))
	}
	if err := d.whole(pack); err != nil {
		return deal.Position{}, err
	}
	columns, stock := deal.Triangle(pack)
	slices.Reverse(stock)
	return d.start(r, columns, stock)
}

func readLetters(words []string, r *rules.Rules) (deal.Position, error) {
	d := draft{strict.NewDraft()}
	var pack []*strict.Node
	for i, word := range faces(KlondikeSolver, words) {
		node := d.Text(fmt.Sprintf("deal card %d", i+1), word)
		if _, _, err := card.Parse(word); err != nil {
			node.AddError("%s", err)
		}
		pack = append(pack, node)
	}
	if err := d.whole(pack); err != nil {
		return deal.Position{}, err
	}
	var columns [7][]*strict.Node
	for i := range columns {
		columns[i], pack = pack[:i+1], pack[i+1:]
	}
	return d.start(r, columns, pack)
}

// whole finds that cards are as many as a pack has, or says which are missing and which
// occur twice.
func (d draft) whole(pack []*strict.Node) error {
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
	detail := fmt.Sprintf("%d cards, but a pack has 52", len(pack))
	if len(missing) > 0 {
		detail += "; missing: " + strings.Join(missing, ", ")
	}
	if len(twice) > 0 {
		detail += "; more than once: " + strings.Join(twice, ", ")
	}
	return mistake("%s", detail)
}

// start makes a position of a fresh deal.
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
	silence := &Unsupported{KlondikeSolver, "anything but a fresh deal"}
	var pack []card.Card
	for row := range p.Tableau {
		for i, c := range p.Tableau {
			if len(c.Cards) != i+1 {
				return "", silence
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
	// What the digits can't say, such as a card turned up too early, they lose.
	if q, err := readPack(text.String(), r); err != nil || !bytes.Equal(q.Document(r), p.Document(r)) {
		return "", silence
	}
	return text.String(), nil
}
