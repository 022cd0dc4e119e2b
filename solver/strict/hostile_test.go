package strict_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// body is the largest body that the service accepts by default.
const body = 1 << 20

// mostCost is how many bytes may be allocated in all for each byte of such a document,
// freed memory included.
const mostCost = 40

// shape is a kind of document made to cost more than it should.
type shape struct {
	name string
	text string
	want string // part of Parse's error; empty if it is read
}

// shapes returns documents as large as a body may be.
func shapes() []shape {
	filled := func(before string, part func(i int) string, after string) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 0; ; i++ {
			next := part(i)
			if b.Len()+len(next)+len(after) > body {
				break
			}
			b.WriteString(next)
		}
		b.WriteString(after)
		return b.String()
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	number := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, i) }
	}
	key := func(i int) string { return strings.Repeat(string(rune(0x1F0A1+i)), 40) }
	deep := ""
	for i := range strict.MaxDepth - 1 {
		deep += `{"` + key(i) + `":`
	}
	few := strict.MaxNodes - 20
	return []shape{
		{"long keys around many numbers", filled(deep+"[", same("0,"), "0]"+strings.Repeat("}", strict.MaxDepth-1)), "more than 131072 values"},
		{"long keys around as many numbers as may be", deep + "[" + strings.Repeat("0,", few) + "0]" + strings.Repeat("}", strict.MaxDepth-1), ""},
		{"numbers", filled("[", same("0,"), "0]"), "more than 131072 values"},
		{"numbers, and no end", filled("[", same("0,"), ""), "more than 131072 values"},
		{"as many numbers as may be", filled("["+strings.Repeat("0,", few), same(" "), "0]"), ""},
		{"as many numbers as may be, and no end", filled("["+strings.Repeat("0,", few), same(" "), ""), "unexpected end of JSON"},
		{"empty lists", filled("[", same("[],"), "0]"), "more than 131072 values"},
		{"empty objects", filled("[", same("{},"), "0]"), "more than 131072 values"},
		{"small lists", filled("[", same("[0],"), "0]"), "more than 131072 values"},
		{"small objects", filled("[", same(`{"":0},`), "0]"), "more than 131072 values"},
		{"objects of nine", filled("[", same(`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0},`), "0]"), "more than 131072 values"},
		{"a wide object", filled(`{`, number(`"%x":0,`), `"z":0}`), ""},
		{"a wide object of short names", filled(`{`, number("\"%x\":0,"), `"z":0}`), ""},
		{"a wide object of escaped names", filled(`{`, number(`"\n%x":0,`), `"z":0}`), ""},
		{"a wide object of long names", filled(`{`, number(`"`+strings.Repeat("\U0001F0A1", 40)+`%d":0,`), `"z":0}`), ""},
		{"names given twice", filled(`{`, same(`"a":0,`), `"z":0}`), "a: given twice"},
		{"a name given twice at the end", filled(`{`, number(`"%x":0,`), `"0":0}`), "0: given twice"},
		{"long names given twice in many objects", filled(`[{"a":0,"a":0},`, same(`{"a":0},`), `0]`), "given twice"},
		{"short texts", filled("[", same(`"a",`), "0]"), "more than 131072 values"},
		{"short escaped texts", filled("[", same(`"\n",`), "0]"), "more than 131072 values"},
		{"escaped texts", filled("[", same(`"\u00e9\ud83c\udca1",`), "0]"), ""},
		{"texts that are no UTF-8", filled("[", same("\"\xff\xff\xff\xff\xff\xff\","), "0]"), ""},
		{"a long text", filled(`["`, same("é"), `"]`), ""},
		{"a long escaped text", filled(`["`, same(`\u1234`), `"]`), ""},
		{"a long text that is no UTF-8", filled(`["`, same("\xff"), `"]`), ""},
		{"a long text without an end", filled(`["`, same(`é`), ``), "unexpected end of JSON"},
		{"a long name", filled(`{"`, same("é"), `":0}`), ""},
		{"a long escaped name", filled(`{"`, same(`\n`), `":0}`), ""},
		{"long numbers", filled("[", same(strings.Repeat("1", 30)+","), "0]"), ""},
		{"long fractions", filled("[", same("0."+strings.Repeat("1", 30)+"e-9,"), "0]"), ""},
		{"a long number", filled("", same("1"), ""), ""},
		{"deep lists", filled("", same("["), ""), "nested more than 16 levels deep"},
		{"deep objects", filled("", same(`{"a":`), ""), "nested more than 16 levels deep"},
		{"deep in many places", filled("[", same(strings.Repeat("[", strict.MaxDepth-1)+strings.Repeat("]", strict.MaxDepth-1)+","), "0]"), "more than 131072 values"},
		{"white space", filled("[", same(" "), "]"), ""},
		{"commas", filled("[", same(","), "]"), "invalid JSON at line 1, column 2"},
		{"moves", filled("[", same(`{"action":"move","from":"tableau/2","to":"tableau/6","cards":["QH"]},`), `{}]`), ""},
	}
}

// cost returns how many bytes work allocates. Other goroutines' allocations count too, so
// where it is above most, the least of a few tries is returned.
func cost(most uint64, work func()) uint64 {
	least := ^uint64(0)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		if least = min(least, after.TotalAlloc-before.TotalAlloc); least <= most {
			break
		}
	}
	return least
}

// read reads a document in every way at once. It returns why it is refused, and what else
// is wrong with it.
func read(text []byte) (refused, wrong error) {
	node, err := strict.Parse(text, "")
	if err != nil {
		return err, nil
	}
	walk(node)
	return nil, node.Err()
}

// TestHostile bounds what documents cost that are made to cost a lot, and the size of
// their errors.
func TestHostile(t *testing.T) {
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			if len(s.text) > body {
				t.Fatalf("%d bytes", len(s.text))
			}
			text := []byte(s.text)
			var refused, wrong error
			bytes := cost(mostCost*body, func() { refused, wrong = read(text) })
			t.Logf("%d bytes for each", bytes/body)
			if bytes > mostCost*body {
				t.Errorf("%d bytes for each; want at most %d", bytes/body, mostCost)
			}
			if wrong != nil && len(wrong.Error()) > 20_000 {
				t.Errorf("errors of %d bytes", len(wrong.Error()))
			}
			if s.want == "" && refused != nil || s.want != "" && (refused == nil || !strings.Contains(refused.Error(), s.want)) {
				t.Errorf("%v; want %q", refused, s.want)
			}
		})
	}
}

// BenchmarkHostile measures how long it takes to read them.
func BenchmarkHostile(b *testing.B) {
	for _, s := range shapes() {
		b.Run(s.name, func(b *testing.B) {
			text := []byte(s.text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = read(text)
			}
		})
	}
}
