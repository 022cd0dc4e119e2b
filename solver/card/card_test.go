package card_test

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text  string
		card  card.Card
		upper bool
	}{
		{"AC", card.New(card.Ace, card.Clubs), true},
		{"KD", card.New(card.King, card.Diamonds), true},
		{"10H", card.New(10, card.Hearts), true},
		{"TH", card.New(10, card.Hearts), true},
		{"tH", card.New(10, card.Hearts), true},
		{"th", card.New(10, card.Hearts), false},
		{"10h", card.New(10, card.Hearts), false},
		{"0H", card.New(10, card.Hearts), true},
		{"0h", card.New(10, card.Hearts), false},
		{"qs", card.New(card.Queen, card.Spades), false},
		{"1S", card.New(card.Ace, card.Spades), true},
		{"11S", card.New(card.Jack, card.Spades), true},
		{"13c", card.New(card.King, card.Clubs), false},
		{"J♦", card.New(card.Jack, card.Diamonds), true},
		{"10♥", card.New(10, card.Hearts), true},
		{"0♡", card.New(10, card.Hearts), true},
		{"t♢", card.New(10, card.Diamonds), true},
		{"a♠\uFE0E", card.New(card.Ace, card.Spades), true},
		{"10♣\uFE0F", card.New(10, card.Clubs), true},
		{"2♤", card.New(2, card.Spades), true},
		{"3♧\uFE0F", card.New(3, card.Clubs), true},
	} {
		c, upper, err := card.Parse(test.text)
		if err != nil || c != test.card || upper != test.upper {
			t.Errorf("Parse(%q) = %s, %t, %v; want %s, %t", test.text, c, upper, err, test.card, test.upper)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "is not a card: write rank and suit"},
		{"H", "is not a card: write rank and suit"},
		{"10HH", "is not a card: write rank and suit"},
		{strings.Repeat("ace of spades ", 1000), `"ace of spade…" is not a card`},
		{"00H", `rank "00" must be A, 2–9`},
		{"XH", `rank "X" must be A, 2–9`},
		{"14H", `rank "14" must be A, 2–9`},
		{"01H", `rank "01" must be A, 2–9`},
		{"+2H", `rank "+2" must be A, 2–9`},
		{"-2H", `rank "-2" must be A, 2–9`},
		{"?H", `rank "?" must be A, 2–9`},
		{"??", `rank "?" must be A, 2–9`},
		{"QX", `suit "X" must be C, D, H or S`},
		{"Q3", `suit "3" must be C, D, H or S`},
		{"HQ", `"HQ" is not a card: write the rank first, then the suit: QH`},
		{"c10", `write the rank first, then the suit: TC`},
		{"HX", `rank "H" must be A, 2–9`},
		{"♠A", "is not a card"},
		{"♥", "is not a card: write rank and suit"},
		{"\uFE0F", "is not a card: write rank and suit"},
		{"2♥♥", "is not a card: write rank and suit"},
		{"2☺", `suit "☺" must be C, D, H or S`},
		{"2♨", `suit "♨" must be C, D, H or S`},
		{"Q\xFF", "suit"},
	} {
		c, _, err := card.Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || c != card.None {
			t.Errorf("Parse(%q) = %s, %v; want an error with %q", test.text, c, err, test.want)
		}
	}
}

// TestCards writes and reads back every card, face up and face down, and checks the
// documented layout.
func TestCards(t *testing.T) {
	seen := uint64(0)
	for r := card.Ace; r <= card.King; r++ {
		for s := card.Clubs; s <= card.Diamonds; s++ {
			c := card.New(r, s)
			if c.Rank() != r || c.Suit() != s {
				t.Errorf("New(%d, %d) has rank %d and suit %d", r, s, c.Rank(), c.Suit())
			}
			if c > 63 || seen>>c&1 == 1 {
				t.Errorf("%s has number %d, which is out of range or taken", c, c)
			}
			seen |= 1 << c
			if len(c.String()) != 2 {
				t.Errorf("%q is not two characters", c)
			}
			if back, upper, err := card.Parse(c.String()); back != c || !upper || err != nil {
				t.Errorf("Parse(%q) = %s, %t, %v", c.String(), back, upper, err)
			}
			if back, upper, err := card.Parse(c.Down()); back != c || upper || err != nil {
				t.Errorf("Parse(%q) = %s, %t, %v", c.Down(), back, upper, err)
			}
		}
	}
	if card.None.String() != "" || card.None.Down() != "" || card.None.Rank() != 0 {
		t.Error("None has a text or a rank")
	}
	if first, last := card.New(card.Ace, card.Clubs), card.New(card.King, card.Diamonds); first != 4 || last != 55 {
		t.Errorf("the ace of clubs is %d and the king of diamonds %d; want 4 and 55", first, last)
	}
}

func TestColours(t *testing.T) {
	for s, red := range map[card.Suit]bool{card.Clubs: false, card.Hearts: true, card.Spades: false, card.Diamonds: true} {
		if s.Red() != red {
			t.Errorf("%s: Red() = %t", s, s.Red())
		}
		filled, open := string([]rune("♣♥♠♦")[s]), string([]rune("♧♡♤♢")[s])
		for _, text := range []string{s.String(), strings.ToLower(s.String()), filled, open, filled + "\uFE0E", open + "\uFE0F"} {
			if back, ok := card.ParseSuit(text); back != s || !ok {
				t.Errorf("ParseSuit(%q) = %s, %t", text, back, ok)
			}
		}
	}
	for _, letter := range []string{"", "X", "CC", "3", "\x03", "♣♣", "C\uFE0F", "♟", "♨", "\uFE0F", "♣\uFE0F\uFE0F♣"} {
		if s, ok := card.ParseSuit(letter); ok {
			t.Errorf("ParseSuit(%q) = %s", letter, s)
		}
	}
}

func TestDeck(t *testing.T) {
	join := func(cards []card.Card) string {
		texts := make([]string, len(cards))
		for i, c := range cards {
			texts[i] = c.String()
		}
		return strings.Join(texts, " ")
	}
	for _, test := range []struct {
		maxRank     card.Rank
		decks, suit int
		want        string
	}{
		{2, 1, 4, "AC AH AS AD 2C 2H 2S 2D"},
		{1, 2, 4, "AC AH AS AD AC AH AS AD"},
		{2, 1, 2, "AS AH AS AH 2S 2H 2S 2H"},
		{2, 1, 1, "AS AS AS AS 2S 2S 2S 2S"},
	} {
		if got := join(card.Deck(test.maxRank, test.decks, test.suit)); got != test.want {
			t.Errorf("Deck(%d, %d, %d) = %s; want %s", test.maxRank, test.decks, test.suit, got, test.want)
		}
	}
	if n := len(card.Deck(card.MaxRank, 2, card.Suits)); n != 104 {
		t.Errorf("two packs have %d cards", n)
	}
	if c := card.Fold(card.None, 1); c != card.None {
		t.Errorf("Fold(None) = %s", c)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"AC", "10h", "Td", "1s", "", "??", "13C", "\xff\xff", "♠", "10♡\uFE0F", "2\uFE0F"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, upper, err := card.Parse(text)
		if err != nil {
			if c != card.None {
				t.Fatalf("Parse(%q) fails and returns %s", text, c)
			}
			return
		}
		written := c.String()
		if !upper {
			written = c.Down()
		}
		back, upperBack, err := card.Parse(written)
		if back != c || upperBack != upper || err != nil {
			t.Fatalf("%q is %s, written %q, which is %s, %t, %v", text, c, written, back, upperBack, err)
		}
	})
}
