package card

import "strings"

// Name returns the card's name in a sentence, such as “the 2♥”.
func (c Card) Name() string {
	rank := c.Rank().String()
	if rank == "T" {
		rank = "10"
	}
	return "the " + rank + string([]rune("♣♥♠♦")[c.Suit()])
}

// Names lists cards by their names, see [Series].
func Names(word string, cards []Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.Name()
	}
	return Series(word, names)
}

// Series joins texts into a list with commas. The given word, such as "and", comes before the last
// text.
func Series(word string, texts []string) string {
	if last := len(texts) - 1; last > 0 {
		return strings.Join(texts[:last], ", ") + " " + word + " " + texts[last]
	}
	return strings.Join(texts, "")
}
