package tables

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestOddsTable(t *testing.T) {
	const header = "game,seeds,held_top,held,unplayable,even,odd"
	docs := fstest.MapFS{
		"research/data/odds.csv": {Data: []byte(header + ",deals\nklondike,solvitaire:1-1000,0,0,0,0,0,980\nklondike,solvitaire:1-1000,0,1,0,0,0,9\n" +
			"klondike,solvitaire:1-1000,1,1,0,0,0,7\nklondike,solvitaire:1-1000,1,1,1,0,0,1\nklondike,solvitaire:1-1000,0,0,1,0,0,3\n")},
		"research/data/odds-proven.csv": {Data: []byte(header + ",at_once,proven,deals\nklondike,solvitaire:1-100,0,0,0,0,0,0,0,85\n" +
			"klondike,solvitaire:1-100,0,0,0,0,0,0,1,8\nklondike,solvitaire:1-100,0,1,0,0,0,1,1,1\nklondike,solvitaire:1-100,0,0,0,0,0,1,1,6\n")},
	}
	text, err := oddsTable(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| 0.25002 %, 72,099,595,172,416 of 28,837,689,349,669,200 | 4: 0.4000 % (0.1556 to 1.0240) |",
		"| 24.4 % | 24.396 %,",
		"| that of any column is | – | 0.72043 % | 8: 0.8000 %",
		"| 1.18824 % on average¹ | 17: 1.7000 %",
		"| nothing can be played, and a card is held down | – | – | 1: 0.1000 %",
		"| either | – | – | 20: 2.0000 %",
		"Of 100 deals, `solvitaire:1-100`, 15 (15.0 %) are proven lost so, 7 of them at one look. 1 of them, 6.7 %, show one of these patterns.",
		"| 24 | 8 | 5.7945 % | 348,848,872 of 6,020,305,200 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing %s in\n%s", want, text)
		}
	}
	for _, spoiled := range []string{"", header + ",deals\n", header + ",deals\nklondike,solvitaire:1-2,0,0,0,0,0,many\n"} {
		docs["research/data/odds.csv"] = &fstest.MapFile{Data: []byte(spoiled)}
		if _, err := oddsTable(docs); err == nil {
			t.Errorf("%q: accepted", spoiled)
		}
	}
}
