package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// counter is who found verdicts: a player, another solver, or nobody but this program.
type counter struct{ player, source string }

// recount counts the verdicts 0 to 3 of a file of packed verdicts, as docs/inside/packed.md describes it, by
// who found them. Our own verdicts count if they are of a game's rules as they are today, and of the
// current epoch. A deal that is there twice is an error.
func recount(t *testing.T, file []byte, canonical string) map[counter][4]int64 {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	type counted struct {
		by     counter
		scheme string
		number int64
	}
	counts, seen := map[counter][4]int64{}, map[counted]bool{}
	for blocks := bufio.NewReader(plain); ; {
		line, err := blocks.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return counts
		}
		var head struct {
			Rules                  json.RawMessage
			Player, Source, Scheme string
			First, Deals           int64
			Epoch                  int
		}
		if err != nil || json.Unmarshal(line, &head) != nil {
			t.Fatalf("%v in %q", err, line)
		}
		verdicts := make([]byte, (head.Deals+3)/4)
		if _, err := io.ReadFull(blocks, verdicts); err != nil {
			t.Fatal(err)
		}
		if string(head.Rules) != canonical || head.Source == "" && head.Epoch != solver.Epoch {
			continue
		}
		by := counter{head.Player, head.Source}
		n := counts[by]
		for i := range head.Deals {
			v := verdicts[i/4] >> (2 * (i % 4)) & 3
			if n[v]++; v == 0 {
				continue
			}
			deal := counted{by, head.Scheme, head.First + i}
			if seen[deal] {
				t.Errorf("deal %v is counted twice", deal)
			}
			seen[deal] = true
		}
		counts[by] = n
	}
}

// TestShippedCounts compares the win rates of a new installation, over HTTP and on the command line,
// with the verdicts that anybody can download: each game's file is counted again. The counts of the
// program come from another file, docs/published/tallies.csv.
func TestShippedCounts(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	var all, own rates.Statistics
	l.read(t, "/v1/stats", "", http.StatusOK, &all)
	l.read(t, "/v1/stats?shipped=false", "", http.StatusOK, &own)
	printed := command(t, "", "stats", "--json", "--data-dir", t.TempDir())
	var listed rates.Statistics
	if err := json.Unmarshal([]byte(printed.out), &listed); err != nil || printed.status != exitDone || !reflect.DeepEqual(all, listed) {
		t.Errorf("the command stats says otherwise than the service (%v, status %d)", err, printed.status)
	}
	for _, g := range own.Games {
		if g.Deals != 0 || g.Packed != nil {
			t.Errorf("%s without shipped counts: %+v", g.Game, g)
		}
	}
	files := 0
	for _, g := range all.Games {
		if g.Packed == nil {
			if g.Deals != 0 {
				t.Errorf("%s has %d deals without their verdicts", g.Game, g.Deals)
			}
			continue
		}
		files++
		r, err := l.call(g.Packed.URL, "")
		if sum := fmt.Sprintf("%x", sha256.Sum256(r.body)); err != nil || r.status != http.StatusOK || sum != g.Packed.SHA256 || int64(len(r.body)) != g.Packed.Bytes {
			t.Errorf("%s: status %d, %d bytes with SHA-256 %s, but %+v (%v)", g.Game, r.status, len(r.body), sum, *g.Packed, err)
			continue
		}
		known, _ := rules.Lookup(g.Game)
		counts := recount(t, r.body, string(known.Rules.Canonical()))
		of := func(n [4]int64) rates.VerdictTally {
			return rates.VerdictTally{Winnable: n[1], Unwinnable: n[2], Unknown: n[3]}
		}
		if ours := counts[counter{}]; g.Tally != of(ours) || g.Deals != ours[1]+ours[2]+ours[3] || g.Shipped != g.Deals {
			t.Errorf("%s: %d deals, %d shipped, %+v; its file has %v", g.Game, g.Deals, g.Shipped, g.Tally, ours)
		}
		var details rates.GameStatistics
		l.read(t, "/v1/stats/"+g.Game, "", http.StatusOK, &details)
		delete(counts, counter{})
		for _, o := range details.Others {
			var by counter
			if o.Player != nil {
				by.player = *o.Player
			}
			if o.Source != nil {
				by.source = *o.Source
			}
			n, found := counts[by]
			delete(counts, by)
			if !found || o.Deals != n[1]+n[2]+n[3] || o.Tally != nil && *o.Tally != of(n) || o.Played != nil && int64(o.Played.Wins) != n[1] {
				t.Errorf("%s by %+v: %d deals, %+v %+v; its file has %v", g.Game, by, o.Deals, o.Tally, o.Played, n)
			}
		}
		if len(counts) > 0 || !reflect.DeepEqual(details.GameRate, g) {
			t.Errorf("%s: %v are in its file only; %+v by itself, %+v in the list", g.Game, counts, details.GameRate, g)
		}
	}
	if files < 100 {
		t.Errorf("%d files", files)
	}
}
