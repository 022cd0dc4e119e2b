package peers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// script writes a program for the shell.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// benchScript prints what the command bench does, by the seed's number: even deals are won.
const benchScript = `[ "$2" = --truth ] && [ "$GOMAXPROCS" = 1 ] || exit 1
echo game,seed,verdict,because,seconds,states,length
tail -n +2 "$3" | while IFS=, read game seed rest; do
	case $seed in *[02468]) echo "$game,$seed,winnable,,0.002,20,100";; *) echo "$game,$seed,unwinnable,,0.001,10,";; esac
done
`

// driverScript reads deals, and needs ten times as long. Its argument is the limit.
const driverScript = `[ "$1" = 7 ] || exit 1
while read line; do
	case $line in
	*'"tableau piles"'*'"seed":"solvitaire:'*[02468]'"'*) echo winnable 0.02 200;;
	*'"seed":"solvitaire:3"'*) echo unknown 0.01 100;;
	*) echo unwinnable 0.01 100;;
	esac
done
`

func settingsDir(t *testing.T, line string) string {
	t.Helper()
	dir := t.TempDir()
	text := "name,game,seeds,peers,seconds,block\n" + line + "\n"
	if err := os.WriteFile(filepath.Join(dir, "settings.csv"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRun goes on with a table that was cut off, compresses it and compares.
func TestRun(t *testing.T) {
	dir := settingsDir(t, "few,klondike,solvitaire:1-3 solvitaire:6-7,other,7,2")
	const begun = "game,seed,program,verdict,seconds,process_seconds,mib,states,load\n" +
		"klondike,solvitaire:1,thoughtful,unwinnable,0.005,1,12345,10,3\nklondike,solvitaire:1,other,unwinnable,0.01,2,30,100,5\nklondike,solvi"
	if err := os.WriteFile(filepath.Join(dir, "few.csv"), []byte(begun), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-dir", dir, "-thoughtful", script(t, benchScript), "-driver", "other=" + script(t, driverScript)}
	for range 2 {
		if err := Run(t.Context(), args); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "few.csv")); err == nil {
		t.Error("the whole table is not compressed")
	}
	text, err := Table(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `klondike` solvitaire:1-3 solvitaire:6-7 | thoughtful | 5 | 5 |", "| 0.011 |  | 2.0 | 5.0 | 0.0050 | 12345 |", // 5, 2, 1, 2, 1 ms
		"|  | other | 5 | 4 |", "| 0.070 | 6.0 | 10 | 20 | 0.020 |",
		"| won | thoughtful | 2 | 2 |  |  | 0.0040 |", "|  | other | 2 | 2 |  |  | 0.040 | 10 | 20 | 20 | 0.020 |",
		"| lost | thoughtful | 3 | 3 |", "|  | other | 3 | 2 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// TestOrder has the programs take turns in going first.
func TestOrder(t *testing.T) {
	dir := settingsDir(t, "few,klondike,solvitaire:2-5,other,7,2")
	log := filepath.Join(dir, "log")
	args := []string{
		"-dir", dir, "-thoughtful", script(t, "echo ours >> "+log+"\n"+benchScript),
		"-driver", "other=" + script(t, "echo other >> "+log+"\n"+driverScript),
	}
	if err := Run(t.Context(), args); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(log); err != nil || string(text) != "ours\nother\nother\nours\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestRefused stops at contradictions and at results that are missing or not understood.
func TestRefused(t *testing.T) {
	ours := script(t, benchScript)
	for says, want := range map[string]string{
		"echo winnable 1 1": "CONTRADICTION", "true": "0 results of 1", "echo won 1 1": "a verdict is",
		"echo unknown 1": "want verdict", "echo unknown 1 many": "invalid syntax", "exit 3": "exit status 3",
	} {
		dir := settingsDir(t, "few,klondike,solvitaire:1,other,7,2")
		err := Run(t.Context(), []string{"-dir", dir, "-thoughtful", ours, "-driver", "other=" + script(t, "cat > /dev/null\n"+says)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", says, err)
		}
	}
	for _, line := range []string{"few,nobody,solvitaire:1,,7,2", "few,klondike,solvitaire:2-1,,7,2", "few,klondike,solvitaire:1,,7,0", "few,klondike,solvitaire:1,,soon,1"} {
		if err := Run(t.Context(), []string{"-dir", settingsDir(t, line)}); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
	const header = "game,seed,program,verdict,seconds,process_seconds,mib,states,load\n"
	dir := settingsDir(t, "x,klondike,solvitaire:1,other,7,1")
	text := header + "klondike,solvitaire:1,thoughtful,winnable,1,1,1,1,1\nklondike,solvitaire:1,other,unwinnable,1,1,1,1,1\n"
	if err := os.WriteFile(filepath.Join(dir, "x.csv"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := rows.Compress(filepath.Join(dir, "x.csv")); err != nil {
		t.Fatal(err)
	}
	if _, err := Table(os.DirFS(dir)); err == nil || !strings.Contains(err.Error(), "CONTRADICTION") {
		t.Errorf("a table with a contradiction: %v", err)
	}
}

func seeds(t *testing.T, text string) []deal.Seed {
	t.Helper()
	all, err := deal.ParseSeeds(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRangeSolve reads what fc-solve prints. A deal without a win is no loss.
func TestRangeSolve(t *testing.T) {
	g, _ := rules.Lookup("free-cell")
	program := rangeSolve(script(t, `[ "$*" = "11981 11983 1 -l lg" ] && cat << END
Started at 1795468647.734134
Reached Board No. 11981 at 1795468647.734632 (total_num_iters=172)
Unsolved Board No. 11982 at 1795468648.880937
Reached Board No. 11982 at 1795468648.880942 (total_num_iters=204995)
Reached Board No. 11983 at 1795468648.881048 (total_num_iters=205071)
END
`))
	o, err := program(context.Background(), task{&g, seeds(t, "microsoft:11981-11983"), time.Minute})
	want := []found{{solver.Winnable, "", "172"}, {solver.Unknown, "", "204823"}, {solver.Winnable, "", "76"}}
	if err != nil || len(o.deals) != 3 || o.deals[0] != want[0] || o.deals[1] != want[1] || o.deals[2] != want[2] {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := program(context.Background(), task{&g, seeds(t, "solvitaire:1-2"), time.Minute}); err == nil {
		t.Error("deals of another numbering are accepted")
	}
}

// TestSolvitaire reads what Solvitaire prints of a preset and of rules of ours.
func TestSolvitaire(t *testing.T) {
	program := solvitaireOne(script(t, `case "$*" in
--available-game-types) echo; echo golf; echo canfield-strict;;
'--type golf --random 1 --timeout 60000 --classify --streamliners smart-solvability')
	echo '1, solved, 46, 27397, 22130, 27346, 0, 0, 22130, 24593, 51, 51, , , , , , , , , , , , solved';;
'--type canfield-strict --random 2 '*)
	echo '2, timed-out, 1001, 503990, 329043, 503952, 0, 0, 329043, 393241, 49, 38, unsolvable, 3992, 1397376, 898292, 1397375, 0, 0, 898292, 1572869, 49, 0, unsolvable';;
*)
	[ "$1" = --custom-rules ] && grep -q '"pre-filled": *20' "$2" && echo '3, timed-out, 6, 7, 3, 7, 0, 0, 3, 3, 4, 3, timed-out, 6, 7, 8, 9, 0, 0, 3, 3, 4, 3, timed-out';;
esac
`))
	for _, test := range []struct {
		game, seed string
		want       found
	}{
		{"golf", "solvitaire:1", found{solver.Winnable, "", "27397"}},
		{"canfield-strict-solvitaire", "solvitaire:2", found{solver.Unwinnable, "", "1901366"}},
		{"carpet", "solvitaire:3", found{solver.Unknown, "", "14"}},
	} {
		g, _ := rules.Lookup(test.game)
		o, err := program(context.Background(), task{&g, seeds(t, test.seed), time.Minute})
		if err != nil || len(o.deals) != 1 || len(o.each) != 1 || o.deals[0].verdict != test.want.verdict || o.deals[0].states != test.want.states {
			t.Errorf("%+v: %+v, %v", test, o, err)
		}
	}
}
