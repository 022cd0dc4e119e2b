package tables

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestTimes checks the table of times.
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
	docs[playersDir+"/bjarnason-times.csv"] = &fstest.MapFile{Data: []byte(header + "n=7,1 s,1 s,1 s,1,1,1,1\n")}
	if _, err := timesTable(docs); err == nil {
		t.Error("a row of no paper was accepted")
	}
}
