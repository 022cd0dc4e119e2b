package tables

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/fit"
)

// TestFitRows compares the rates that readings are fitted to with the rows of the papers.
func TestFitRows(t *testing.T) {
	all, err := readPublished(os.DirFS("../../../../docs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range fit.Rows {
		least, most := math.Inf(1), math.Inf(-1)
		for _, p := range all {
			once := strings.Contains(p.optionsText, "cards=once")
			if strings.HasPrefix(p.paper, "Donkersteeg") && p.rateText != "" && p.kind.Name == row.Kind.Name && p.game == row.Game && once == row.Once {
				least, most = min(least, 100*p.share), max(most, 100*p.share)
			}
		}
		if row.Printed < least-1e-9 || row.Printed > most+1e-9 {
			t.Errorf("%s: %g %%, the papers' rows have %g to %g", row.Name, row.Printed, least, most)
		}
	}
}
