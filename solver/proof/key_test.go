package proof_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestKeysOfRanks exchanges two cards of one rank. In a game of a hole that changes no key, unless the
// groups that move in its columns are in suit: then another move may be legal.
func TestKeysOfRanks(t *testing.T) {
	for groups, same := range map[string]bool{
		`"build policy":"no-build"`:                          true,
		`"build policy":"any-suit"`:                          true,
		`"build policy":"any-suit","move built group":"yes"`: true,
		`"build policy":"any-suit","move built group":"yes","move built group policy":"same-suit"`:           false,
		`"build policy":"any-suit","move built group":"maximal-group","move built group policy":"red-black"`: false,
		`"build policy":"same-suit"`: false,
	} {
		r, err := rules.Parse([]byte(fmt.Sprintf(`{"foundations":{"present":false},"hole":{"present":true},"tableau piles":{"count":17,%s}}`, groups)))
		if err != nil {
			t.Fatal(err)
		}
		from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 1}.Deal(&r)
		if err != nil {
			t.Fatal(err)
		}
		first := &from.Tableau[0].Cards[0]
		key := slices.Clone(proof.NewTable(&r, &from).Key())
		exchanged := false
		for _, column := range from.Tableau[1:] {
			for i, c := range column.Cards {
				if c.Rank() == first.Rank() && !exchanged {
					*first, column.Cards[i] = c, *first
					exchanged = true
				}
			}
		}
		if !exchanged || bytes.Equal(key, proof.NewTable(&r, &from).Key()) != same {
			t.Errorf("%s: exchanged %t, want the same key %t", groups, exchanged, same)
		}
	}
}
