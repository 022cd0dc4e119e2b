package relation_test

import (
	"fmt"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func TestList(t *testing.T) {
	all := rules.Games()
	n := 0
	for _, a := range all {
		var s string
		for _, b := range all {
			if a.Rules != b.Rules && relation.Stronger(&a.Rules, &b.Rules) {
				s += " " + b.Name
				n++
			}
		}
		if s != "" {
			fmt.Println(a.Name, "→", s)
		}
	}
	fmt.Println(n)
}
