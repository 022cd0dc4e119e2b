package packed

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// golf is what ranges of tests count.
var golf = Subject{Game: "golf", Rules: `{"hole":true}`, Scheme: "solvitaire", Epoch: 1}

// someRange returns a range with these verdicts: w is winnable, u unwinnable, ? unknown, - not counted.
func someRange(of Subject, by Method, first int64, verdicts string) *Range {
	r := &Range{Subject: of, Method: by, First: first}
	for _, v := range verdicts {
		r.Append(Verdict(strings.IndexRune("-wu?", v)))
	}
	return r
}

// randomRange returns a range of random verdicts.
func randomRange(random *rand.Rand, of Subject, by Method, first, deals int64) *Range {
	r := &Range{Subject: of, Method: by, First: first}
	for range deals {
		r.Append(Verdict(random.IntN(4)))
	}
	return r
}

// write returns the file of ranges.
func write(t *testing.T, ranges ...*Range) []byte {
	t.Helper()
	var file bytes.Buffer
	for _, r := range ranges {
		if err := Write(&file, r); err != nil {
			t.Fatal(err)
		}
	}
	return file.Bytes()
}

// read returns the ranges of a file.
func read(t *testing.T, file []byte) []*Range {
	t.Helper()
	var list []*Range
	for blocks := NewReader(bytes.NewReader(file)); ; {
		r, err := blocks.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
}

// TestWrittenAndRead reads ranges of all sizes as they were written, also where they need several blocks.
func TestWrittenAndRead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	by := Method{Engine: "v1.2 <&>", States: 50_000_000, Time: 1500 * time.Millisecond, Memory: 1 << 30}
	for _, deals := range []int64{1, 2, 3, 4, 5, 1000, blockDeals - 1, blockDeals, blockDeals + 1, 3*blockDeals + 2} {
		want := randomRange(random, golf, by, 7, deals)
		want.Set(7, Winnable)
		want.Set(want.Last(), Unknown)
		joined := &Range{Subject: golf, Method: by}
		blocks := read(t, write(t, want))
		for _, r := range blocks {
			if r.deals > blockDeals {
				t.Errorf("a block of %d deals", r.deals)
			}
			for seed := r.First; seed <= r.Last(); seed++ {
				if err := joined.AppendAt(seed, r.At(seed)); err != nil {
					t.Fatal(err)
				}
			}
			if r.Subject != golf || r.Method != by {
				t.Errorf("%+v %+v", r.Subject, r.Method)
			}
		}
		if !reflect.DeepEqual(joined, want) {
			t.Errorf("%d deals differ after %d blocks", deals, len(blocks))
		}
	}
	if file := write(t, someRange(golf, by, 1, "----")); len(file) != 0 {
		t.Errorf("%d bytes of deals that are not counted", len(file))
	}
	if got := read(t, write(t, someRange(golf, by, 1, "--wu?---"))); len(got) != 1 || !reflect.DeepEqual(got[0], someRange(golf, by, 3, "wu?")) {
		t.Errorf("%+v", got)
	}
	// Concatenated files are a file.
	one, two := someRange(golf, by, 1, "wu"), someRange(golf, Method{}, 9, "?")
	if got := read(t, append(write(t, one), write(t, two)...)); len(got) != 2 || !reflect.DeepEqual(got, []*Range{one, two}) {
		t.Errorf("%+v", got)
	}
}

// TestNotWritten refuses ranges that could not be read back.
func TestNotWritten(t *testing.T) {
	change := func(f func(r *Range)) *Range {
		r := someRange(golf, Method{}, 1, "wu?")
		f(r)
		return r
	}
	for what, r := range map[string]*Range{
		"no rules":          change(func(r *Range) { r.Rules = "" }),
		"rules with spaces": change(func(r *Range) { r.Rules = `{"hole": true}` }),
		"rules not of JSON": change(func(r *Range) { r.Rules = `{` }),
		"no scheme":         change(func(r *Range) { r.Scheme = "" }),
		"a negative seed":   change(func(r *Range) { r.First = -1 }),
		"too large a seed":  change(func(r *Range) { r.First = 1<<63 - 3 }),
		"half milliseconds": change(func(r *Range) { r.Time = time.Microsecond }),
		"negative states":   change(func(r *Range) { r.States = -1 }),
		"no UTF-8":          change(func(r *Range) { r.Engine = "\xff" }),
		"an undecided play": change(func(r *Range) { r.Player = "yan" }),
		"a long header":     change(func(r *Range) { r.Engine = strings.Repeat("x", mostHeader) }),
	} {
		if err := Write(io.Discard, r); err == nil {
			t.Errorf("%s: written", what)
		}
	}
}

// member returns a member of gzip.
func member(t testing.TB, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestDamage names what is wrong with a file, and where.
func TestDamage(t *testing.T) {
	const header = `{"format":"packed verdicts 1","rules":{},"scheme":"solvitaire","first":1,"deals":4,"epoch":1`
	first := write(t, someRange(golf, Method{}, 1, "wu?"))
	flipped := bytes.Clone(first)
	flipped[len(flipped)-8] ^= 1 // of the checksum
	for _, test := range []struct {
		what string
		rest []byte
		err  string
	}{
		{"nothing compressed", []byte("klondike,solvitaire:1,winnable\n"), "gzip: invalid header"},
		{"an empty block", member(t, ""), "no header"},
		{"no newline", member(t, strings.Repeat("x", mostHeader)), "no header in the first 16384 bytes"},
		{"no JSON", member(t, "{\n"), "header: unexpected EOF"},
		{"two documents", member(t, header+"} {}\n\x55"), "more than one"},
		{"a field too many", member(t, header+`,"colour":"red"}`+"\n\x55"), "unknown field"},
		{"another format", member(t, `{"format":"packed verdicts 2"}`+"\n"), `format is "packed verdicts 2"`},
		{"too few bytes", member(t, header+"}\n"), "4 deals does not fit 0 bytes"},
		{"too many bytes", member(t, header+"}\n\x55\x55"), "4 deals does not fit 2 bytes"},
		{"too many deals", member(t, strings.Replace(header, `"deals":4`, `"deals":65537`, 1)+"}\n"+strings.Repeat("\x55", 16385)), "65537 deals does not fit 16385 bytes"},
		{"no deals", member(t, strings.Replace(header, `"deals":4`, `"deals":0`, 1)+"}\n"), "0 deals does not fit 0 bytes"},
		{"bits too many", member(t, strings.Replace(header, `"deals":4`, `"deals":3`, 1)+"}\n\xff"), "bits after the last deal"},
		{"a huge limit", member(t, header+`,"time_ms":9223372036854775807}`+"\n\x55"), "time_ms is too large"},
		{"an undecided play", member(t, header+`,"player":"yan"}`+"\n\xff"), "neither won nor lost"},
		{"a wrong checksum", flipped, "gzip: invalid checksum"},
		{"a bomb", member(t, header+"}\n"+strings.Repeat("\x55", 1<<24)), "longer than 32768 bytes"},
	} {
		blocks := NewReader(bytes.NewReader(append(bytes.Clone(first), test.rest...)))
		if _, err := blocks.Next(); err != nil {
			t.Fatal(err)
		}
		_, err := blocks.Next()
		if at := fmt.Sprintf("block at byte %d: ", len(first)); err == nil || !strings.HasPrefix(err.Error(), at) || !strings.Contains(err.Error(), test.err) || errors.Is(err, ErrCut) {
			t.Errorf("%s: %v", test.what, err)
		}
		if blocks.Offset() != int64(len(first)) {
			t.Errorf("%s: %d bytes were read", test.what, blocks.Offset())
		}
	}
	for n := 1; n < len(first); n++ {
		if _, err := NewReader(bytes.NewReader(first[:n])).Next(); !errors.Is(err, ErrCut) {
			t.Fatalf("cut off after %d bytes: %v", n, err)
		}
	}
}

// TestMemory reads a block that inflates to 16 MiB, and many small ones, in little memory.
func TestMemory(t *testing.T) {
	bomb := member(t, strings.Repeat("x", 1<<24))
	many := bytes.Repeat(write(t, someRange(golf, Method{}, 1, "wu?")), 1000)
	for _, file := range [][]byte{bomb, many} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		blocks := NewReader(bytes.NewReader(file))
		for {
			if _, err := blocks.Next(); err != nil {
				break
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if live := after.HeapAlloc; live > before.HeapAlloc+1<<21 {
			t.Errorf("%d bytes more are in use", live-before.HeapAlloc)
		}
		if total := after.TotalAlloc - before.TotalAlloc; total > 16<<20 {
			t.Errorf("%d bytes were allocated for %d", total, len(file))
		}
		runtime.KeepAlive(blocks)
	}
}

// FuzzReader reads anything: what it accepts can be written and read again.
func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"format":"packed verdicts 1","game":"golf","rules":{"hole":true},"scheme":"solvitaire","first":1,"deals":10,"engine":"v1","epoch":1,"states":5}`+"\n\xe5\x1b\x06"), []byte{})
	f.Add([]byte(`{"format":"packed verdicts 1","player":"yan n=2","rules":{},"scheme":"microsoft","first":9223372036854775806,"deals":1,"epoch":0}`+"\n\x01"), []byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, text, rest []byte) {
		// Half of the work is done inside of gzip, whose checksum fuzzing would not find.
		file := append(member(t, string(text)), rest...)
		blocks := NewReader(bytes.NewReader(file))
		for {
			r, err := blocks.Next()
			if err != nil {
				if blocks.Offset() > int64(len(file)) {
					t.Fatalf("%d bytes of %d were read", blocks.Offset(), len(file))
				}
				return
			}
			if r.deals < 1 || r.deals > blockDeals || r.First < 0 || r.Last() < r.First || int64(len(r.packed)) != (r.deals+3)/4 {
				t.Fatalf("%+v", r)
			}
			if r.Tally() == (stats.Tally{}) {
				continue // nothing is written
			}
			want := r.Trim()
			if got := read(t, write(t, r)); len(got) != 1 || !reflect.DeepEqual(got[0], want) {
				t.Fatalf("%+v\nwas written and read as\n%+v", want, got)
			}
		}
	})
}
