package readings

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thoughtful-solitaire/thoughtful/solver/cmd/study/rows"
)

// TestRun plays some deals by all readings of a list, goes on, and plays nothing twice.
func TestRun(t *testing.T) {
	docs := t.TempDir()
	list := "reading,stock,options,says\nU,usual,,x\nK,kept,flip=5 turns=no,x\nB,block,ties=fresh,x\nR,round,won=face-up pass=forgotten idle=2 turns=unplayable,x\n"
	if err := os.CopyFS(docs, fstest.MapFS{List: {Data: []byte(list)}}); err != nil {
		t.Fatal(err)
	}
	results := func(counts ...int) [][]string {
		t.Helper()
		if err := run(context.Background(), docs, "v1", counts); err != nil {
			t.Fatal(err)
		}
		table, err := rows.Table(os.DirFS(docs), Results, ResultsColumns...)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	for _, row := range results(30, 20) {
		deals := 20
		if strings.Contains(row[1], "n=0") {
			deals = 30
		}
		if len(row[3]) != deals || !strings.Contains(row[3], "0") {
			t.Errorf("%v", row)
		}
	}
	before, err := fs.Stat(os.DirFS(docs), Results)
	if err != nil {
		t.Fatal(err)
	}
	table := results(20)
	if after, err := fs.Stat(os.DirFS(docs), Results); err != nil || after.ModTime() != before.ModTime() {
		t.Errorf("written again: %v", err)
	}
	// What was played stays the same when more is played.
	for i, row := range results(40, 20) {
		if len(table) != 8 || !strings.HasPrefix(row[3], table[i][3]) && !strings.HasPrefix(table[i][3], row[3]) {
			t.Errorf("%v, before %v", row, table[i])
		}
	}
}

func TestErrors(t *testing.T) {
	for _, list := range []string{"", "reading,stock,options,says\nA,nowhere,,x\n", "reading,stock,options,says\nA,usual,flip=3,x\n"} {
		docs := t.TempDir()
		if err := os.CopyFS(docs, fstest.MapFS{List: {Data: []byte(list)}}); err != nil {
			t.Fatal(err)
		}
		if err := run(context.Background(), docs, "v1", []int{1}); err == nil {
			t.Errorf("no error for %q", list)
		}
	}
	for _, deals := range []string{"0", "x", "1,1,1,1,1,1,1"} {
		if err := Run(context.Background(), []string{"-deals", deals}); err == nil {
			t.Errorf("no error for --deals %s", deals)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	docs := t.TempDir()
	if err := os.CopyFS(docs, fstest.MapFS{List: {Data: []byte("reading,stock,options,says\nA,usual,,x\n")}}); err != nil {
		t.Fatal(err)
	}
	if err := run(ctx, docs, "v1", []int{20000}); err == nil {
		t.Error("no error from a context that has ended")
	}
}
