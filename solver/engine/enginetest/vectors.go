package enginetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Vector is a winnable position of Klondike that a plausible but wrong rule loses. They are rare:
// hundreds of millions of random positions were tried to find them.
type Vector struct {
	Name        string
	ranks, draw int
	columns     string // deepest card first, / between columns, - for an empty one; cards before | are face down, without | all but the last
	stock       string // in the order of turning
	waste       int    // cards of it in the waste
	found       [4]int // hearts, diamonds, clubs, spades
	spaces      string // the spaces policy
}

// Vectors are positions that plausible but wrong rules lose.
var Vectors = []Vector{
	{
		"every card that goes up is taken to come back, but kings have no place to", 3, 1,
		"3H / AC 2C / 3C", "", 0,
		[4]int{2, 3, 0, 3},
		"no-build",
	},
	{
		"a card that can go up stays, to take what lies on another of its group", 7, 1,
		"7D | 5H 4S / | 7H 6S 5D / 7S 6D 5S 3S | 6H", "", 0,
		[4]int{4, 4, 7, 2},
		"kings",
	},
	{
		"a card of the stock takes what lies on a locked card of its group, which goes up", 6, 1,
		"6D | 5H 4S / | 6S / 4D 5S 3S | 6H", "5D", 0,
		[4]int{4, 3, 6, 2},
		"kings",
	},
	{
		"a card that can go up stays, to carry one of the stock that is used there", 7, 1,
		"4D 3C | 4C / | 7D 6S / 7S 6D 6C 5C | 7C", "5D", 0,
		[4]int{7, 3, 2, 5},
		"kings",
	},
	{
		"the same with two cards of the stock", 7, 1,
		"2D | 3D / | 7D 6S / 7S 6D 6C 5C 4D 3C | 7C", "5D 4C", 0,
		[4]int{7, 1, 2, 5},
		"kings",
	},
	{
		"safe whatever is up of the sister suit", 6, 1,
		"6H 6C 6S 6D 5S 5C 5D 4C 4D 2D | 3D / | 5H", "4S", 0,
		[4]int{4, 1, 3, 3},
		"kings",
	},
	{
		"safe as soon as both cards that can lie on it are up or next", 5, 1,
		"5S 5C AH 2H / 4D", "3H 4H 5H 5D 4C 4S", 0,
		[4]int{0, 3, 3, 3},
		"kings",
	},
	{
		"last card of the stock forced, at the root", 3, 3,
		"AD 3D 3C / 2H", "2C 3H 3S AS 2D 2S", 0,
		[4]int{1, 0, 1, 0},
		"kings",
	},
	{
		"last card of the stock forced in any phase", 6, 4,
		"4C 6H 5C / 5H 6D 6S", "5S 6C 5D", 1,
		[4]int{4, 4, 3, 4},
		"kings",
	},
	{
		"any safe card available from the stock forced", 4, 2,
		"4S 2S / 2D 4D 3C 2C 4C 2H", "AH 4H 3S AC 3H 3D", 3,
		[4]int{0, 1, 0, 1},
		"kings",
	},
	{
		"worrying back only where the sister suit does not wait", 5, 1,
		"AH 4H 5S 2H / -", "4S 5D 5C 5H 4D 3H", 6,
		[4]int{0, 3, 4, 3},
		"kings",
	},
	{
		"the same, draw 3", 6, 3,
		"4C / 4S 6S 6H", "5C 2C 3C 6D 6C 4H 5S 5H 5D", 0,
		[4]int{3, 4, 1, 3},
		"kings",
	},
	{
		"both suits of a colour wait: only the lower one is sent up", 7, 1,
		"7S / 7C 7D AS | 3S / 5S 2S | 7H 6C", "4S 6S", 0,
		[4]int{6, 6, 5, 0},
		"kings",
	},
	{
		"a deal that leads there", 7, 1,
		"6C 5C / 7C 7D AS 3S 7S / 5S 2S 7H", "4S 6S", 2,
		[4]int{6, 6, 4, 0},
		"kings",
	},
	{
		"a card of the stock used at once, with a normal form", 6, 1,
		"2D 4S / AD 6D 3D 6S / 5D 6H 5S 6C", "4D", 1,
		[4]int{5, 0, 5, 3},
		"kings",
	},
	{
		"visited set without the last move, stock chains and normal form", 8, 1,
		"8D 7S / 8C 4H 2H / 3H 5H 8H", "7H 6H 8S", 2,
		[4]int{1, 7, 7, 6},
		"kings",
	},
	{
		"visited set without the last move, stock chains", 6, 1,
		"4D 2D 6C 6H / 6D 5S 3D / AD 6S", "5D 3S 4S", 2,
		[4]int{5, 0, 5, 2},
		"kings",
	},
	{
		"visited set without the last move, whole-path rules", 6, 1,
		"4H 6C 6H AH 2H / 3H 5H 5S 5D 6D / 2D", "AD 3D 4D 6S", 1,
		[4]int{0, 0, 5, 4},
		"kings",
	},
	{
		"a card taken back used at once, with stock chains", 7, 1,
		"7S 3D / 2H 6H 6S / AH 7C 7H 6D 6C 3H 4D 5S 7D", "5D 5H 4H 5C", 3,
		[4]int{0, 2, 4, 4},
		"kings",
	},
	{
		"a full pack that a published solver calls unsolvable", 13, 1,
		"- / 2H / 3H / AH QH KS TH / 4H / 5H / 6H", "QS KD KC KH QD JH 7H 8H 9H", 0,
		[4]int{0, 11, 12, 11},
		"kings",
	},
}

// Position returns the vector's rules and position.
func (v Vector) Position(t testing.TB) (rules.Rules, deal.Position) {
	t.Helper()
	suits := strings.NewReplacer("H", "h", "D", "d", "C", "c", "S", "s")
	piles := strings.Split(v.columns, "/")
	tableau := [][]string{}
	for _, pile := range piles {
		down, up, found := strings.Cut(pile, "|")
		cards := strings.Fields(pile)
		n := len(cards) - 1
		if found {
			n = len(strings.Fields(down))
			cards = append(strings.Fields(down), strings.Fields(up)...)
		}
		if cards[0] == "-" {
			cards = []string{}
		}
		for i := range max(0, n) {
			cards[i] = cards[i][:1] + suits.Replace(cards[i][1:])
		}
		tableau = append(tableau, cards)
	}
	var founded []string
	for i, h := range v.found {
		for r := range h {
			founded = append(founded, "A23456789TJQK"[r:r+1]+"HDCS"[i:i+1])
		}
	}
	talon := strings.Fields(v.stock)
	stock := []string{}
	for i := len(talon) - 1; i >= v.waste; i-- {
		stock = append(stock, talon[i])
	}
	r, err := rules.Parse(marshal(t, map[string]any{
		"max rank": v.ranks,
		"tableau piles": map[string]any{
			"count": len(piles), "build policy": "red-black", "spaces policy": v.spaces, "move built group": "yes", "face up cards": "top",
		},
		"foundations": map[string]any{"removable": true},
		"stock":       map[string]any{"size": len(talon), "deal count": v.draw, "redeal": true},
	}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := deal.Parse(marshal(t, map[string]any{
		"tableau piles": tableau, "foundations": founded, "stock": stock, "waste": talon[:v.waste],
	}), &r)
	if err != nil {
		t.Fatalf("%s: %v", v.Name, err)
	}
	return r, p
}

// Images returns the vector with its suits exchanged in all ways that keep colours
// together.
func (v Vector) Images() []Vector {
	var list []Vector
	for _, suits := range []string{"HDCS", "DHCS", "HDSC", "DHSC", "CSHD", "CSDH", "SCHD", "SCDH"} {
		w := v
		swap := strings.NewReplacer("H", suits[:1], "D", suits[1:2], "C", suits[2:3], "S", suits[3:])
		w.columns, w.stock = swap.Replace(v.columns), swap.Replace(v.stock)
		for i, h := range v.found {
			w.found[strings.IndexByte("HDCS", suits[i])] = h
		}
		list = append(list, w)
	}
	return list
}

func marshal(t testing.TB, fields map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
