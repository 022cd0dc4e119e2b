package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"golang.org/x/term"
)

// isTerminal reports whether a writer is a terminal on which colours are wanted
// (https://no-color.org).
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

const (
	red   = "\x1b[31m"
	faint = "\x1b[2m"
	plain = "\x1b[0m"
)

var (
	cardWord  = regexp.MustCompile(`\b([A2-9TJQK])([CDHScdhs])\b`)
	placeWord = regexp.MustCompile(`\b(tableau|cell|reserve|foundation|accordion|sequence|row)/([CDHS]|\d+)(?:/(\d+))?\b`)
	signs     = map[string]string{"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
)

// people returns text with cards and places as people write them, if the output is a terminal: 9♣ for
// 9C, column 6 for tableau/6. Other programs get the text as it is.
func (c console) people(text string) string {
	if !c.terminal {
		return text
	}
	text = placeWord.ReplaceAllStringFunc(text, func(place string) string {
		part := placeWord.FindStringSubmatch(place)
		switch part[1] {
		case "tableau":
			return "column " + part[2]
		case "foundation":
			if part[3] != "" {
				return "foundation " + signs[part[2]] + " " + part[3]
			}
			return "foundation " + signs[part[2]]
		case "accordion":
			return "pile " + part[2]
		case "sequence", "row":
			return "row " + part[2] + ", place " + part[3]
		}
		return part[1] + " " + part[2]
	})
	return cardWord.ReplaceAllStringFunc(text, colour)
}

// colour returns a card with its suit as a symbol, red suits in red, cards face down faint.
func colour(card string) string {
	rank, suit := card[:len(card)-1], card[len(card)-1:]
	if rank == "T" {
		rank = "10"
	}
	sign := signs[strings.ToUpper(suit)]
	switch shown := rank + sign; {
	case suit != strings.ToUpper(suit):
		return faint + shown + plain
	case sign == "♦" || sign == "♥":
		return red + shown + plain
	default:
		return shown
	}
}

// drawDeal writes a deal for people: a line for each pile, with its deepest card first.
func (c console) drawDeal(deal json.RawMessage) error {
	decoder := json.NewDecoder(bytes.NewReader(deal))
	if _, err := decoder.Token(); err != nil { // the brace
		return fmt.Errorf("reading the deal: %w", err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return fmt.Errorf("reading the deal: %w", err)
		}
		var value any
		if err := decoder.Decode(&value); err != nil {
			return fmt.Errorf("reading the deal: %w", err)
		}
		c.drawPiles(strings.TrimSuffix(strings.Replace(name.(string), "tableau pile", "column", 1), "s"), value)
	}
	return nil
}

// drawPiles writes a pile, or several, numbered.
func (c console) drawPiles(name string, value any) {
	piles, isList := value.([]any)
	if !isList {
		fmt.Fprintf(c.out, "%-12s %v\n", name, c.people(fmt.Sprint(value)))
		return
	}
	var cards []string
	for i, pile := range piles {
		if card, isCard := pile.(string); isCard {
			if card == "" {
				card = "–"
			}
			cards = append(cards, c.people(card))
			continue
		}
		c.drawPiles(fmt.Sprint(name, " ", i+1), pile)
	}
	if len(piles) == 0 {
		cards = []string{"–"}
	}
	if cards != nil {
		fmt.Fprintf(c.out, "%-12s %s\n", name, strings.Join(cards, " "))
	}
}
