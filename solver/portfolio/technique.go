package portfolio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/search"
)

// Technique is the name of a technique that can be switched off.
type Technique string

// switches turn each technique off.
var switches = map[Technique]func(*search.Techniques){
	"symmetry":         func(t *search.Techniques) { t.Symmetry = false },
	"safe-foundations": func(t *search.Techniques) { t.SafeFoundations = false },
	"partial-groups":   func(t *search.Techniques) { t.PartialGroups = false },
	"auto-foundations": func(t *search.Techniques) { t.AutoFoundations = false },
	"suit-blind":       func(t *search.Techniques) { t.SuitBlind = false },
	"streamliners":     func(t *search.Techniques) { t.AutoFoundations, t.SuitBlind = false, false },
}

// ParseTechnique reads a technique's name.
func ParseTechnique(name string) (Technique, error) {
	if switches[Technique(name)] == nil {
		return "", fmt.Errorf("unknown technique %q; the techniques are %s", name, strings.Join(TechniqueNames(), ", "))
	}
	return Technique(name), nil
}

// TechniqueNames lists the techniques.
func TechniqueNames() []string {
	var names []string
	for t := range switches {
		names = append(names, string(t))
	}
	slices.Sort(names)
	return names
}

func (t Technique) off(of *search.Techniques) { switches[t](of) }
