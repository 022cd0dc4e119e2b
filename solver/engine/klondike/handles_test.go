package klondike

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestHandles checks which problems the engine handles: Klondike and its variants, if a
// position can be written as one number.
func TestHandles(t *testing.T) {
	const variant = `"build policy": "red-black", "spaces policy": "kings", "move built group": "yes"`
	for _, c := range []struct {
		what, rules, position string
		want                  bool
	}{
		{
			"a variant of Klondike", `{"max rank": 2, "tableau piles": {"count": 2, ` + variant + `}}`,
			`{"tableau piles": [["AH", "2C", "2S", "AC"], ["AS", "2H", "2D", "AD"]]}`, true,
		},
		{
			"any card fills spaces", `{"max rank": 2, "tableau piles": {"count": 2, "build policy": "red-black", "move built group": "yes"}}`,
			`{"tableau piles": [["AH", "2C", "2S", "AC"], ["AS", "2H", "2D", "AD"]]}`, false,
		},
		{
			"cells", `{"max rank": 2, "tableau piles": {"count": 2, ` + variant + `}, "cells": {"count": 1}}`,
			`{"tableau piles": [["AH", "2C", "2S", "AC"], ["AS", "2H", "2D", "AD"]]}`, false,
		},
		{
			"a run under another card", `{"max rank": 2, "tableau piles": {"count": 2, ` + variant + `}}`,
			`{"tableau piles": [["2C", "AH", "AS", "2S"], ["2H", "2D", "AC", "AD"]]}`, false,
		},
		{
			"too many arrangements of columns", `{"tableau piles": {"count": 26, ` + variant + `}}`,
			`{"tableau piles": [["AC", "AH"], ["AS", "AD"], ["2C", "2H"], ["2S", "2D"], ["3C", "3H"], ["3S", "3D"], ["4C", "4H"],
			["4S", "4D"], ["5C", "5H"], ["5S", "5D"], ["6C", "6H"], ["6S", "6D"], ["7C", "7H"], ["7S", "7D"], ["8C", "8H"], ["8S", "8D"],
			["9C", "9H"], ["9S", "9D"], ["TC", "TH"], ["TS", "TD"], ["JC", "JH"], ["JS", "JD"], ["QC", "QH"], ["QS", "QD"],
			["KC", "KH"], ["KS", "KD"]]}`, false,
		},
	} {
		r, err := rules.Parse([]byte(c.rules))
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Parse([]byte(c.position), &r)
		if err != nil {
			t.Fatal(err)
		}
		if got := Handles(solver.NewProblem(r, p)); got != c.want {
			t.Errorf("%s: handled %v, want %v", c.what, got, c.want)
		}
	}
}
