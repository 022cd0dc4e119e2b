package enginetest

import (
	_ "embed" // the vectors
	"regexp"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Vector is a winnable position of Klondike that an engine with a plausible but wrong rule calls
// lost. Vectors are rare: hundreds of millions of random positions were tried to find them.
type Vector struct {
	Name        string // the wrong rule, or what a right rule has to see
	rules, deal string // documents
}

//go:embed vectors.txt
var vectorLines string

// Vectors are the positions of vectors.txt.
var Vectors = func() (list []Vector) {
	for line := range strings.Lines(vectorLines) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, Vector{parts[0], parts[1], parts[2]})
	}
	return list
}()

// Position returns the vector's rules and position.
func (v Vector) Position(t testing.TB) (rules.Rules, deal.Position) {
	t.Helper()
	r, err := rules.Parse([]byte(v.rules))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse([]byte(v.deal), &r)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	return r, p
}

// cardText matches a card of a deal.
var cardText = regexp.MustCompile(`"[A2-9TJQK][HDCShdcs]"`)

// Images returns the vector with its suits exchanged in all ways that keep colours
// together.
func (v Vector) Images() []Vector {
	var list []Vector
	for _, suits := range []string{"HDCS", "DHCS", "HDSC", "DHSC", "CSHD", "CSDH", "SCHD", "SCDH"} {
		var pairs []string
		for i, suit := range []string{"H", "D", "C", "S"} {
			pairs = append(pairs, suit, suits[i:i+1], strings.ToLower(suit), strings.ToLower(suits[i:i+1]))
		}
		w := v
		w.deal = cardText.ReplaceAllStringFunc(v.deal, strings.NewReplacer(pairs...).Replace)
		list = append(list, w)
	}
	return list
}
