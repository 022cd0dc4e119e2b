package tables

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// rowsHeader has the columns of rows.csv.
const rowsHeader = "paper,row,rate,half,games,time,information,game,player,options,seeds,file,cause,remark\n"

// playersDocs returns docs with rows and a file of results, x.csv.gz.
func playersDocs(t *testing.T, rows, results string) fstest.MapFS {
	t.Helper()
	return fstest.MapFS{
		playersDir + "/rows.csv": {Data: []byte(rowsHeader + rows)},
		playersDir + "/x.csv.gz": {Data: zipped(t, results)},
	}
}

// zipped returns the text compressed by gzip.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	if _, err := zip.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// plays returns results of a player that wins every n-th game.
func plays(title string, games, nth int) string {
	var text strings.Builder
	text.WriteString("game,seed,won,score,seconds,length,engine,player\n")
	for i := 1; i <= games; i++ {
		fmt.Fprintf(&text, "klondike,solvitaire:%d,%t,20,0.5,100,v1,%s\n", i, i%nth == 0, title)
	}
	return text.String()
}

func TestPapersTable(t *testing.T) {
	const ours = ",,thoughtful,klondike,random,,solvitaire:1-500,x.csv.gz," // after the number of games
	for _, c := range []struct{ row, want string }{
		{"P,same,19.9,1,1000,2 s,hidden,klondike,random,,solvitaire:1-500,x.csv.gz,,", "| same | hidden; ours stock-seen | 19.9 ± 1 | 1,000 | 2 s | 20.00 (16.72 to 23.73) | 500 | 500 ms | `random` | +0.10 (−5.33 to +5.95) | 1 | no difference shown; too few games |"},
		{"P,games,25,,100" + ours + ",", "| 25 (15.64 to 37.47) | 100 | – | 20.00 (16.72 to 23.73) |"},
		{"P,some,19.9,1,1000,2 s,hidden,klondike,random,,solvitaire:1-1500,x.csv.gz,,", "| 500 of 1,500 | 500 ms | `random` |"},
		{"P,alone,21,," + ours + ",near", "| 21 | – | – | 20.00 (16.72 to 23.73) | 500 | 500 ms | `random` | −1.00 (−5.20 to +3.99) | 0.62 | no difference shown; too few games: near |"},
		{"P,wide,21,1,1000" + ours + ",", "no difference shown; too few games |"},
		{"P,lower,30,1,5000" + ours + "because,", "| −10.00 (−14.53 to −4.75) | < 0.0001 | differs: because |"},
		{"P,higher,10,1,1000" + ours + ",perhaps", "| < 0.0001 | **differs, unexplained**: perhaps |"},
		{"P,own,,," + ours + ",", "| – | – | – | 20.00 (16.72 to 23.73) | 500 | 500 ms | `random` | – | – | – |"},
		{"P,new,10,1,,,,klondike,random,,solvitaire:1-500,y.csv.gz,,", "| 10 ± 1 | – | – | – | – | – | `random` | – | – | not run |"},
		{"P,later,10,1,,,,klondike,,,,,,", "| – | – | – | not run |"},
		{"P,person,10,1,,,,,,,,,,a person", "| – | – | – | a person |"},
	} {
		table, err := papersTable(playersDocs(t, c.row+"\n", plays("random", 500, 5)))
		if err != nil || !strings.Contains(table, c.want) {
			t.Errorf("%s: %v\n%s", c.row, err, table)
		}
	}
	for _, c := range []struct{ row, results, want string }{
		{"P,x,30,1," + ours + ",", plays("greedy", 500, 5), "the player is greedy"},
		{"P,x,30,1," + ours + ",", plays("random", 501, 5), "501 games of 500"},
		{"P,x,30,1," + ours + ",", "game,seed,won,seconds,engine,player\nklondike,solvitaire:2,true,1,v1,random\n", "the seed is solvitaire:2, want solvitaire:1"},
		{"P,x,30,1," + ours + ",", "game,seed,won,seconds,engine,player\nyukon,solvitaire:1,true,1,v1,random\n", "the game is yukon"},
		{"P,x,30,1," + ours + ",", "game,seed,won,seconds,engine\nklondike,solvitaire:1,true,1,v1\n", "column player is missing"},
		{"P,x,30,1,,,,klondike,nobody,,solvitaire:1-500,x.csv.gz,,", plays("nobody", 500, 5), "unknown player"},
		{"P,x,30,1,,,,klondike,,,solvitaire:1-500,x.csv.gz,,", plays("", 500, 5), "without a player"},
		{"P,x,30,1,,,,klondike,random,n=3,solvitaire:1-500,x.csv.gz,,", plays("random", 500, 5), "n"},
		{"P,x,30,1,,,,solitaire,random,,solvitaire:1-500,x.csv.gz,,", plays("random", 500, 5), "name of a game"},
	} {
		if table, err := papersTable(playersDocs(t, c.row+"\n", c.results)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\n%s", c.row, err, table)
		}
	}
}

// TestTested compares several rows of one paper: a difference that alone would say no does not
// among ten.
func TestTested(t *testing.T) {
	const one = "P,a,25,,1000,,thoughtful,klondike,random,,solvitaire:1-1000,x.csv.gz,,\n"
	for _, c := range []struct {
		rows string
		want string
	}{
		{one, "**differs, unexplained**"},
		{strings.Repeat(one, 10), "| 0.086 | no difference shown"},
		{one + strings.Replace(strings.Repeat(one, 9), "P,", "Q,", 9), "**differs, unexplained**"},
	} {
		table, err := papersTable(playersDocs(t, c.rows, plays("random", 1000, 5)))
		if err != nil || !strings.Contains(table, c.want) {
			t.Errorf("%v\n%s", err, table)
		}
	}
}

// TestMissing checks the commands for rows without a file, and with a part of it.
func TestMissing(t *testing.T) {
	rows := "P,a,1,1,,,,klondike,random,,solvitaire:1-500,x.csv.gz,,\n" +
		"P,b,1,1,,,,klondike,hindsight,,solvitaire:1-500,y.csv.gz,,\n" +
		"P,c,1,1,,,,klondike,hindsight,,solvitaire:1-500,y.csv.gz,,\n" +
		"P,d,1,1,,,,klondike,,,,,,\n"
	const hindsight = "../../bin/thoughtful campaign --data-dir ../../bin/players --memory 256MiB --game klondike --seeds solvitaire:1-500 --player hindsight --out data/players/y.csv.gz\n"
	for _, c := range []struct {
		games int
		want  string
	}{
		{500, hindsight},
		{499, strings.NewReplacer("hindsight", "random", "y.csv", "x.csv").Replace(hindsight) + hindsight},
	} {
		if got, err := missing(playersDocs(t, rows, plays("random", c.games, 5))); err != nil || got != c.want {
			t.Errorf("%d games: %v\n%s", c.games, err, got)
		}
	}
}
