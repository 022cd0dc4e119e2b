package tables

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestTimes checks the table and the figure of times.
func TestTimes(t *testing.T) {
	const rows = bjarnason + ",n=1,60,1,100,2 s,thoughtful,klondike,bjarnason,n=1,solvitaire:1-8,x.csv.gz,,few games\n" +
		bjarnason + ",n=2,70,1,100,2 s,thoughtful,klondike,bjarnason,n=2,solvitaire:1-8,y.csv.gz,,\n" +
		bjarnason + ",n=3,70,1,100,2 s,thoughtful,klondike,bjarnason,n=3,solvitaire:1-8,z.csv.gz,,\n" +
		bjarnason + ",\"n=3, won within 64 s\",70,1,100,2 s,thoughtful,klondike,bjarnason,n=1,solvitaire:1-8,x.csv.gz,,\n"
	const header, table = "row,win,loss,overall,1,4,16,64\n", "n=1,0.60 s,0.95 s,0.74 s,49.03,60.38,60.97,60.98\nn=2,1 s,2 s,3 s,1,2,3,4\nn=3,1 s,2 s,3 s,1,2,3,4\n"
	docs := playersDocs(t, rows, "game,seed,won,seconds,engine,player\n"+
		"klondike,solvitaire:1,true,0.003,v1,bjarnason n=1\nklondike,solvitaire:2,false,0.001,v1,bjarnason n=1\n"+
		"klondike,solvitaire:3,true,0.005,v1,bjarnason n=1\nklondike,solvitaire:4,true,20,v1,bjarnason n=1\n")
	docs[playersDir+"/bjarnason-times.csv"] = &fstest.MapFile{Data: []byte(header + table)}
	text, err := timesTable(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"| n=1 | paper | 0.60 s | 0.95 s | 0.74 s | – | – | – | 49.03 | 60.38 | 60.97 | 60.98 |\n",
		"| | ours, 4 games | 6.67 s | 1 ms | 5 s | 25.00 | 50.00 | 50.00 | 50.00 | 50.00 | 50.00 | 75.00 |\n",
		"| | ours: not run |",
		"| | ours, 4 games with a bound | 6.67 s | 1 ms |",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("missing %q in\n%s", line, text)
		}
	}
	// Three curves of the paper, and two of ours up to the last win, at 20 s.
	figure, err := timesFigure(docs)
	if err != nil || strings.Count(figure, "<polyline") != 5 || !strings.Contains(figure, "50 % in 16 s, ") || !strings.Contains(figure, "% in 32 s.") {
		t.Errorf("%v: %s", err, figure)
	}
	for _, wrong := range []string{"n=7,1 s,1 s,1 s,1,1,1,1\n", "n=1,1 s,1 s,1 s,1,1,1,most\n"} {
		docs[playersDir+"/bjarnason-times.csv"] = &fstest.MapFile{Data: []byte(header + wrong)}
		if _, err := timesFigure(docs); err == nil {
			t.Errorf("%s: accepted", wrong)
		}
	}
}
