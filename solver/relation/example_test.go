package relation_test

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// In Josephine, groups of Forty Thieves move. Whoever wins Forty Thieves wins Josephine too.
func ExampleStronger() {
	fortyThieves, _ := rules.Lookup("forty-thieves")
	josephine, _ := rules.Lookup("josephine")
	fmt.Println(relation.Stronger(&fortyThieves.Rules, &josephine.Rules))
	fmt.Println(relation.Stronger(&josephine.Rules, &fortyThieves.Rules))
	// Output:
	// true
	// false
}
