package pack

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/count"
	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

const docs = "../../.."

// stored returns the ranges of the repository's packed files, in the order of the games, and the
// checksums of the files.
func stored(t *testing.T) (ranges []*packed.Range, sums string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(docs, folder, "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	var pool pool.Set
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(content), filepath.Base(name))
		for blocks := packed.NewReader(bytes.NewReader(content)); ; {
			r, err := blocks.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if want := r.Game + ".gz"; filepath.Base(name) != want {
				t.Errorf("%s has deals of %s", name, r.Game)
			}
			if err := pool.Add(r); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	return pool.Ranges(), list.String()
}

// TestFiles checks that the packed files and the tallies in docs are those of the results there.
// With -short it takes the results' word for it, and compares the files with one another.
func TestFiles(t *testing.T) {
	t.Parallel()
	ranges, list := stored(t)
	if want, err := os.ReadFile(filepath.Join(docs, sums)); err != nil || list != string(want) {
		t.Errorf("%s differs from the files; run make packed (%v)", sums, err)
	}
	var table bytes.Buffer
	if err := writeTallies(&table, ranges); err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(filepath.Join(docs, tallies)); err != nil || table.String() != string(want) {
		t.Errorf("%s is not the table of the packed files; run make packed (%v)", tallies, err)
	}
	if want, err := os.ReadFile(filepath.Join(docs, planName)); err != nil {
		t.Error(err)
	} else if plan, err := count.Page(filepath.Join(docs, counts), filepath.Join(docs, folder)); err != nil || string(plan) != string(want) {
		t.Errorf("%s is out of date; run make packed (%v)", planName, err)
	}
	for _, r := range ranges {
		if g, known := rules.Lookup(r.Game); !known || g.Name != r.Game || string(g.Rules.Canonical()) != r.Rules {
			t.Errorf("%s has other rules today", r.Game)
		}
	}
	if testing.Short() {
		return
	}
	pool, err := gather(os.DirFS(docs))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(pool.Ranges(), ranges) {
		t.Error("docs/published/packed has not what data has; run make packed")
	}
	made, err := spreads(os.DirFS(docs))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(filepath.Join(docs, spreadsName)); err != nil || !bytes.Equal(made, want) {
		t.Errorf("%s has not what data has; run make packed (%v)", spreadsName, err)
	}
}

const header = "game,seed,verdict,because,seconds,states,length\n"

// data returns a directory of results.
func data(files map[string]string) fstest.MapFS {
	docs := fstest.MapFS{
		"research/data/campaigns/runs.csv":      {Data: []byte("game,seeds,states,commit\n")},
		"research/data/winnability/runs.csv":    {Data: []byte("game,seeds,states,commit\n")},
		"research/data/counts/goals.csv":        {Data: []byte("game,deals,half_range,states,most_states\ngolf,1000,1,1000,1000\n")},
		"published/worrying-back.csv":           {Data: []byte("draw,centre,half_range\n")},
		"research/data/seeds/goals.csv":         {Data: []byte("game,scheme,first,winnable,graded,states,as\n")},
		"research/data/sources.csv":             {Data: []byte("file,game,seeds,source,states,time_ms,memory,engine\n")},
		"research/data/players/greedy.csv.gz":   {Data: zipped("game,seed,won,score,seconds,length,engine,player\ngolf,solvitaire:1,true,52,,,v1,greedy\ngolf,solvitaire:2,false,5,,,v2,greedy\n")},
		"research/data/players/compared.csv.gz": {Data: zipped("seed,greedy\nsolvitaire:1,1\n")},
		"research/data/players/readings.csv.gz": {Data: zipped("stock,player,engine,won\nround,yan,v1,01\n")},
	}
	for name, text := range files {
		content := []byte(text)
		if strings.HasSuffix(name, ".gz") {
			content = zipped(text)
		}
		docs[name] = &fstest.MapFile{Data: content}
	}
	return docs
}

// TestGather packs files of every kind, each deal once.
func TestGather(t *testing.T) {
	const golf = "golf,solvitaire:1,winnable,,,,\ngolf,solvitaire:2,unknown,states,,,\ngolf,solvitaire:3,unwinnable,,,,\n"
	docs := data(map[string]string{
		"research/data/campaigns/runs.csv":    "game,seeds,states,commit\ngolf,solvitaire:1-3,1000,abc\n",
		"research/data/campaigns/golf.csv.gz": header + golf,
		"research/data/sources.csv": "file,game,seeds,source,states,time_ms,memory,engine\n# a comment\n" +
			"more.csv.gz,g*,solvitaire:2-4,,9000,60000,5,def\n" +
			"more.csv.gz,golf,solvitaire:2-3,another,,,,1.0\n",
		"research/data/more.csv.gz": header + "golf,solvitaire:4,winnable,,,,\ngolf,solvitaire:2,winnable,,,,\ngolf,solvitaire:3,unknown,states,,,\n" +
			"fan,solvitaire:2,winnable,,,,\ngaps-basic-variant,solvitaire:2,winnable,,,,\n",
		"research/data/seeds/goals.csv": "game,scheme,first,winnable,graded,states,as\n" +
			"golf,solvitaire,1,2,2,2000,\nfan,solvitaire,1,1,1,2000,\nyukon,solvitaire,1,1,1,2000,\n",
		"research/data/seeds/golf.solvitaire.csv.gz": "number,verdict,score,engine,states\n3,unwinnable,,ghi,\n5,winnable,1.5,ghi,\n6,unwinnable,,ghi,\n",
		"research/data/seeds/fan.solvitaire.csv.gz":  "number,verdict,score,engine,states\n1,winnable,,ghi,\n2,unknown,,ghi,1000\n", // too much is unknown
	})
	pool, err := gather(docs)
	if err != nil {
		t.Fatal(err)
	}
	made, err := files(docs, pool.Ranges())
	if err != nil {
		t.Fatal(err)
	}
	list, err := packed.ReadTallies(made[tallies])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s%s:%d-%d %s %d/%s/%d epoch %d %v", c.Player, c.Source, c.First, c.Last, c.Engine, c.States, c.Time, c.Memory, c.Epoch, c.Tally))
	}
	want := []string{
		":1-3 abc 1000/0s/0 epoch 1 " + fmt.Sprint(stats.Tally{Winnable: 1, Unwinnable: 1}),
		":2-4 def 9000/1m0s/5 epoch 1 " + fmt.Sprint(stats.Tally{Winnable: 2}),
		":5-6 ghi 2000/0s/0 epoch 1 " + fmt.Sprint(stats.Tally{Winnable: 1, Unwinnable: 1}),
		"greedy:1-1 v1 0/0s/0 epoch 1 " + fmt.Sprint(stats.Tally{Won: 1}),
		"greedy:2-2 v2 0/0s/0 epoch 1 " + fmt.Sprint(stats.Tally{Lost: 1}),
		"another:2-3 1.0 0/0s/0 epoch 0 " + fmt.Sprint(stats.Tally{Winnable: 1, Unknown: 1}),
	}
	if !reflect.DeepEqual(got, want) || len(made) != 4 {
		t.Errorf("%d files, %s\nwant %s", len(made), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestRefused names a deal that is won and lost, deals that are missing, and a wrong list.
func TestRefused(t *testing.T) {
	const list = "file,game,seeds,source,states,time_ms,memory,engine\n"
	one := header + "golf,solvitaire:1,winnable,,,,\n"
	for what, files := range map[string]map[string]string{
		"contradiction": {"research/data/sources.csv": list + "one.csv.gz,,,,,,,a\ntwo.csv.gz,,,,,,,b\n", "research/data/one.csv.gz": one, "research/data/two.csv.gz": header + "golf,solvitaire:1,unwinnable,,,,\n"},
		"invalid syntax": {
			"research/data/seeds/goals.csv":              "game,scheme,first,winnable,graded,states,as\ngolf,solvitaire,1,2,2,2000,\n",
			"research/data/seeds/golf.solvitaire.csv.gz": "number,verdict,score,engine,states\nx,unwinnable,,ghi,\n",
		},
		"no such deals": {"research/data/sources.csv": list + "one.csv.gz,,solvitaire:1-2,,,,,a\n", "research/data/one.csv.gz": one},
		"not exist":     {"research/data/sources.csv": list + "one.csv.gz,,,,,,,a\n"},
		"a range must":  {"research/data/sources.csv": list + "one.csv.gz,,solvitaire:2-1,,,,,a\n"},
		"invalid":       {"research/data/sources.csv": list + "one.csv.gz,,,,x,,,a\n"},
		"columns are":   {"research/data/sources.csv": "file\none.csv.gz\n"},
	} {
		_, err := gather(data(files))
		c, two := errors.AsType[*packed.Contradiction](err)
		if err == nil || what != "contradiction" && !strings.Contains(err.Error(), what) || (what == "contradiction") != two || two && c.Seed != 1 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestRun writes files, and removes those of games that have none any more.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, data(map[string]string{"published/packed/old.gz": "", "published/x": ""})); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), []string{"-docs", dir}); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, folder, "*"))
	if err != nil || len(left) != 2 || filepath.Base(left[1]) != "golf.gz" {
		t.Errorf("%v, %v", left, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, tallies)); err != nil || strings.Count(string(text), "golf") != 2 {
		t.Errorf("%s, %v", text, err)
	}
}

// zipped returns a text in gzip.
func zipped(text string) []byte {
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	if _, err := io.WriteString(z, text); err != nil {
		panic(err) // the buffer takes all
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return file.Bytes()
}
