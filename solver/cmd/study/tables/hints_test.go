package tables

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// duelled returns results of players with hints on 100 deals. Without hints 10 deals are won,
// with all of them 30, with hint n alone 10 + n, without hint n 30 − n.
func duelled(title string, hints int) string {
	header, wins := []string{"seed", "hints list=none", title}, []int{10, 30}
	for i := 1; i <= hints; i++ {
		header = append(header, fmt.Sprintf("%s only=%d", title, i), fmt.Sprintf("%s without=%d", title, i))
		wins = append(wins, 10+i, 30-i)
	}
	text := strings.Join(header, ",") + "\n"
	for deal := range 100 {
		text += fmt.Sprintf("solvitaire:%d", deal+1)
		for _, n := range wins {
			if deal < n {
				text += ",1"
			} else {
				text += ",0"
			}
		}
		text += "\n"
	}
	return text
}

func TestHintsTable(t *testing.T) {
	docs := fstest.MapFS{
		playersDir + "/hints-five.csv.gz":   {Data: zipped(t, duelled("hints", 5))},
		playersDir + "/hints-twelve.csv.gz": {Data: zipped(t, duelled("hints list=twelve", 12))},
	}
	text, err := hintsTable(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"The five, on 100 deals, `solvitaire:1` to `solvitaire:100`: without hints 10.00 (5.52 to 17.44) % are won, with all of them 30.00 (21.89 to 39.59) %, which is **+20.00** (+13.34 to +28.88) points more.",
		"| 1 | turn the stock to the waste 8 times | +1.00 (-2.74 to +5.45) | +1.00 (-2.74 to +5.45) |",
		"| 12 | when nothing else helps, play to the foundations what goes there | **+12.00** (+7.00 to +19.81) | **+12.00** (+7.00 to +19.81) |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing %s in\n%s", want, text)
		}
	}
	docs[playersDir+"/hints-twelve.csv.gz"] = &fstest.MapFile{Data: zipped(t, duelled("hints list=twelve", 11))}
	if _, err := hintsTable(docs); err == nil || !strings.Contains(err.Error(), "only=12 did not play") {
		t.Errorf("missing hint: %v", err)
	}
	delete(docs, playersDir+"/hints-twelve.csv.gz")
	if text, err := hintsTable(docs); err != nil || !strings.Contains(text, "The twelve: not run.") {
		t.Errorf("%v\n%s", err, text)
	}
	docs[playersDir+"/hints-five.csv.gz"] = &fstest.MapFile{Data: zipped(t, "seed,hints\nsolvitaire:1,yes\n")}
	if _, err := hintsTable(docs); err == nil || !strings.Contains(err.Error(), "solvitaire:1") {
		t.Errorf("invalid result: %v", err)
	}
}
