package tables

import (
	"strings"
	"testing"
	"testing/fstest"
)

const costHeader = "game,seed,verdict,because,cpu_us,states\n"

// TestTechniques counts what two settings decide, one of which gives up a deal in vain, and finds a
// contradiction.
func TestTechniques(t *testing.T) {
	docs := fstest.MapFS{
		"data/techniques/settings.csv":  {Data: []byte("name,setting\nbase,all of it\nboth,streamlined\n")},
		"data/techniques/published.csv": {Data: []byte("name,over_limit,determined,knodes,cpu\nboth,0,10000,2355,5.280\n")},
		"data/techniques/base.csv.gz": {Data: zipped(t, costHeader+"klondike,s:1,winnable,,1000,10\nklondike,s:2,winnable,,3000,30\n"+
			"klondike,s:3,unwinnable,,5000,50\nklondike,s:4,unknown,states,91000,100\n")},
		"data/techniques/both.csv.gz": {Data: zipped(t, costHeader+"klondike,s:1,winnable,,1000,10\nklondike,s:2,unknown,,1000,10\n"+
			"klondike,s:3,unknown,,1000,10\nklondike,s:4,winnable,,1000,10\n")},
	}
	table, err := techniquesTable(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| all of it | 4 | 1 | 0 | 3 | 30 | 3.00 | 2 | 20 | 1 | 50 | 0.1 |  |  |  |  |\n",
		"| streamlined | 4 | 0 | 1 | 3 | 10 | 1.00 | 2 | 10 | 1 | 10 | 0.0 | 0 | 10000 | 2355 | 5.280 |\n",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%s\nis missing from\n%s", want, table)
		}
	}
	docs["data/techniques/both.csv.gz"].Data = zipped(t, costHeader+"klondike,s:3,winnable,,1000,10\n")
	if _, err := techniquesTable(docs); err == nil || !strings.Contains(err.Error(), "s:3") {
		t.Errorf("a deal is lost and won: %v", err)
	}
}

// TestCostTable has a game's quantiles, of which some fall on undecided deals.
func TestCostTable(t *testing.T) {
	table, err := costTable(fstest.MapFS{
		"data/cost/settings.csv": {Data: []byte("name,game\nx,golf\n")},
		"data/cost/x.csv.gz":     {Data: zipped(t, costHeader+"golf,s:1,unknown,states,4000,100\ngolf,s:2,winnable,,1000,10\ngolf,s:3,unwinnable,,2000,20\n")},
	})
	if want := "| `golf` | 3 | 2 | 20 | > 100 | > 100 | 2.00 | 4.00 | 4.00 |\n"; err != nil || !strings.HasSuffix(table, want) {
		t.Errorf("%s, %v", table, err)
	}
}
