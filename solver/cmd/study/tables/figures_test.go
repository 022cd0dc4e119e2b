package tables

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestFigures(t *testing.T) {
	docs := fstest.MapFS{playersDir + "/paths.csv.gz": {Data: zipped(t, "player,seed,points\ndonkersteeg-r,solvitaire:1,0 1 1 2\nsomebody,solvitaire:1,0\n")}}
	paths, err := readPaths(docs)
	if err != nil || fmt.Sprint(paths) != "map[donkersteeg-r:[[0 1 1 2]] somebody:[[0]]]" {
		t.Errorf("%v, %v", paths, err)
	}
	docs[playersDir+"/x.csv.gz"] = &fstest.MapFile{Data: zipped(t, "seed,won,score,length\nsolvitaire:1,false,0,9\nsolvitaire:2,false,3,9\nsolvitaire:3,false,51,9\nsolvitaire:4,true,52,100\n")}
	e, err := readEnds(docs, "x.csv.gz")
	if err != nil || e.games != 4 || e.won != 1 || e.moves != 100 || len(e.bins) != 14 || e.bins[0].Count != 2 || e.bins[12].Count != 1 || e.bins[13].Count != 1 {
		t.Errorf("%+v, %v", e, err)
	}
	for _, spoiled := range []string{"seed,score\nsolvitaire:1,53\n", "seed,score\nsolvitaire:1,-1\n", "seed,score\nsolvitaire:1,\n", "seed,won,score\nsolvitaire:1,true,52\n", "seed,won,score,length\nsolvitaire:1,yes,52,9\n", ""} {
		docs[playersDir+"/x.csv.gz"] = &fstest.MapFile{Data: zipped(t, spoiled)}
		if _, err := readEnds(docs, "x.csv.gz"); err == nil {
			t.Errorf("%q: accepted", spoiled)
		}
	}

	// One player with figures has played, and has a path.
	docs = playersDocs(t, "", plays("random", 4, 2))
	docs[playersDir+"/paths.csv.gz"] = &fstest.MapFile{Data: zipped(t, "player,seed,points\nrandom,solvitaire:2,0 52\n")}
	header := string(docs[playersDir+"/rows.csv"].Data)
	var text string
	for i, f := range figures {
		if i == 1 {
			text += fmt.Sprintf("%s,%s,,,,,,klondike,random,,solvitaire:1-4,x.csv.gz,,\n", f.paper, f.row)
		} else {
			text += fmt.Sprintf("%s,%s,,,,,,,,,,,,\n", f.paper, f.row)
		}
	}
	docs[playersDir+"/rows.csv"].Data = []byte(header + text)
	made, page, err := playersFigures(docs)
	if err != nil {
		t.Fatal(err)
	}
	name := figures[1].name
	if len(made) != 2 || !strings.Contains(made["results/figures/scores-"+name+".svg"], "of 4 deals") || !strings.Contains(made["results/figures/paths-"+name+".svg"], "of 1 games, which take 2 moves") {
		t.Errorf("%v", made)
	}
	if !strings.Contains(page, "4 games, 2 of them won, in 100.0 moves on average.") {
		t.Errorf("%s", page)
	}
	if strings.Count(page, "not run") != len(figures)-1 || !strings.Contains(page, "](figures/paths-"+name+".svg)") {
		t.Errorf("%s", page)
	}
	docs[playersDir+"/rows.csv"].Data = []byte(header)
	if _, _, err := playersFigures(docs); err == nil || !strings.Contains(err.Error(), "no row") {
		t.Errorf("%v", err)
	}
}
