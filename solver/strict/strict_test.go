package strict_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// TestParseRefuses has documents that are refused before anything is read from them.
func TestParseRefuses(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, test := range []struct{ name, text, want string }{
		{"nothing", ``, `doc: empty document`},
		{"cut off", `{"a":[1,`, `doc.a[1]: unexpected end of JSON at line 1, column 9`},
		{"cut off after a key", `{"a"`, `doc.a: unexpected end of JSON`},
		{"no JSON", `hello`, `doc: invalid JSON at line 1, column 1: invalid character 'h' looking for beginning of value`},
		{"single quotes", `{'a':1}`, `doc: invalid JSON at line 1, column 2: invalid character '\''`},
		{"trailing comma", `[1,]`, `doc[1]: invalid JSON at line 1, column 4`},
		{"wrong bracket", `{"a":[1}`, `doc.a[0]: invalid JSON at line 1, column 8`},
		{"a later line", "{\n  \"a\": \"♠♣\", x}", `doc: invalid JSON at line 2, column 14`},
		{"cut off at a new line", "{\n", `doc: unexpected end of JSON at line 2, column 1`},
		{"text after the end", `{} {}`, `doc: invalid JSON at line 1, column 4: invalid character '{' after top-level value`},
		{"garbage after the end", `{}x`, `doc: invalid JSON at line 1, column 3: invalid character 'x' after top-level value`},
		{"field twice", `{"a":1,"b":{"c":1,"c":1}}`, `doc.b.c: given twice`},
		{"field twice as null", `{"a":null,"a":null}`, `doc.a: given twice`},
		{"field twice, once escaped", `{"a":1,"\u0061":2}`, `doc.a: given twice`},
		{"too deep", deep(strict.MaxDepth + 1), "nested more than 16 levels deep"},
		{"far too deep", strings.Repeat(`{"a":`, 100_000), "nested more than 16 levels deep"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := strict.Parse([]byte(test.text), "doc")
			var fieldErrors strict.Error
			if !errors.As(err, &fieldErrors) || len(fieldErrors) != 1 {
				t.Fatalf("Parse returns %#v; want one error", err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s\nwant %s", err, test.want)
			}
		})
	}
	if _, err := strict.Parse([]byte(deep(strict.MaxDepth)), "doc"); err != nil {
		t.Errorf("a document of %d levels: %v", strict.MaxDepth, err)
	}
	if _, err := strict.Parse([]byte(" {}\n\t "), "doc"); err != nil {
		t.Errorf("white space around a document: %v", err)
	}
}

// TestRead reads every kind of value, right and wrong.
func TestRead(t *testing.T) {
	fruit := []string{"apple", "pear"}
	read := func(n *strict.Node) string {
		fields := n.Object("bool", "int", "enum", "text", "list")
		b, i, e := true, 7, uint8(1)
		fields["bool"].Bool(&b)
		fields["int"].Int(&i, 1, 9)
		strict.Enum(fields["enum"], &e, fruit)
		text, _ := fields["text"].Text()
		list, _ := fields["list"].List()
		for _, item := range list {
			item.Text()
		}
		return fmt.Sprintf("%t %d %s %q %d", b, i, fruit[e], text, len(list))
	}
	for _, test := range []struct{ text, values, fieldErrors string }{
		{`{}`, `true 7 pear "" 0`, ""},
		{`{"bool":false,"int":9,"enum":"apple","text":"x","list":["a"]}`, `false 9 apple "x" 1`, ""},
		{`{"bool":"no"}`, `true 7 pear "" 0`, `d.bool: expected true or false, found the string "no"`},
		{`{"bool":null}`, `true 7 pear "" 0`, `d.bool: expected true or false, found null`},
		{`{"int":true}`, `true 7 pear "" 0`, `d.int: expected a whole number, found true`},
		{`{"int":"7"}`, `true 7 pear "" 0`, `d.int: expected a whole number, found the string "7"`},
		{`{"int":7.0}`, `true 7 pear "" 0`, `d.int: expected a whole number, written with digits only, found 7.0`},
		{`{"int":1e2}`, `true 7 pear "" 0`, `d.int: expected a whole number, written with digits only, found 1e2`},
		{`{"int":0}`, `true 7 pear "" 0`, `d.int: 0 is out of range: must be 1–9`},
		{`{"int":10}`, `true 7 pear "" 0`, `d.int: 10 is out of range: must be 1–9`},
		{
			`{"int":99999999999999999999}`, `true 7 pear "" 0`,
			`d.int: 99999999999999999999 is out of range: must be 1–9`,
		},
		{`{"enum":"Apple"}`, `true 7 pear "" 0`, `d.enum: "Apple" is not one of: apple, pear`},
		{`{"enum":["apple"]}`, `true 7 pear "" 0`, `d.enum: expected a string, found a list`},
		{`{"text":{}}`, `true 7 pear "" 0`, `d.text: expected a string, found an object`},
		{`{"text":3}`, `true 7 pear "" 0`, `d.text: expected a string, found 3; write "3"`},
		{`{"list":"a"}`, `true 7 pear "" 0`, `d.list: expected a list, found the string "a"`},
		{`{"list":["a",2,null]}`, `true 7 pear "" 3`, `d.list[1]: expected a string, found 2; write "2"; d.list[2]: expected a string, found null`},
		{
			`{"zeal":1,"Bool":false}`, `true 7 pear "" 0`,
			`d.Bool: unknown field; allowed: bool, int, enum, text, list; ` +
				`d.zeal: unknown field; allowed: bool, int, enum, text, list`,
		},
		{`[1]`, `true 7 pear "" 0`, `d: expected an object, found a list`},
		{`null`, `true 7 pear "" 0`, `d: expected an object, found null`},
	} {
		node, err := strict.Parse([]byte(test.text), "d")
		if err != nil {
			t.Fatal(err)
		}
		values := read(node)
		fieldErrors := ""
		if err := node.Err(); err != nil {
			fieldErrors = err.Error()
		}
		if values != test.values || fieldErrors != test.fieldErrors {
			t.Errorf("%s: %s, %s\nwant %s, %s", test.text, values, fieldErrors, test.values, test.fieldErrors)
		}
	}
}

func TestIsList(t *testing.T) {
	node, err := strict.Parse([]byte(`{"list":[],"text":""}`), "")
	if err != nil {
		t.Fatal(err)
	}
	fields := node.Object("list", "text", "absent")
	if !fields["list"].IsList() || fields["text"].IsList() || fields["absent"].IsList() {
		t.Error("IsList is wrong")
	}
	if node.Err() != nil {
		t.Errorf("IsList adds an error: %v", node.Err())
	}
}

// TestPaths has a document without a root name, and an error about an absent field.
func TestPaths(t *testing.T) {
	node, err := strict.Parse([]byte(`{"a":[{"b c":1}]}`), "")
	if err != nil {
		t.Fatal(err)
	}
	list, _ := node.Object("a")["a"].List()
	inner := list[0].Object("b c")["b c"]
	if inner.Path() != "a[0].b c" {
		t.Errorf("path %q", inner.Path())
	}
	list[0].AddErrorAt("d", "missing")
	node.AddError("empty")
	if got, want := node.Err().Error(), "a[0].d: missing; empty"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	if node.ErrorCount() != 2 {
		t.Errorf("%d errors; want 2", node.ErrorCount())
	}
}

// TestLong has long names, strings and numbers, which errors must shorten, and more
// errors than are collected.
func TestLong(t *testing.T) {
	long := strings.Repeat("é", 100)
	text := fmt.Sprintf(`{%q:1,"text":[%q],"int":%s}`, long, long, strings.Repeat("1", 100))
	node, err := strict.Parse([]byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	fields := node.Object("text", "int")
	list, _ := fields["text"].List()
	var enum uint8
	strict.Enum(list[0], &enum, []string{"a"})
	var i int
	fields["int"].Int(&i, 0, 1)
	var fieldErrors strict.Error
	if !errors.As(node.Err(), &fieldErrors) || len(fieldErrors) != 3 {
		t.Fatalf("%v; want three errors", node.Err())
	}
	for _, c := range fieldErrors {
		if len(c.Field)+len(c.Detail) > 200 || !utf8.ValidString(c.Field+c.Detail) || !strings.Contains(c.Field+c.Detail, "…") {
			t.Errorf("not shortened: %s: %s", c.Field, c.Detail)
		}
	}

	node, err = strict.Parse([]byte("["+strings.Repeat("1,", 1000)+"1]"), "")
	if err != nil {
		t.Fatal(err)
	}
	list, _ = node.List()
	for _, item := range list {
		item.Text()
	}
	if node.ErrorCount() != 32 {
		t.Errorf("%d errors are collected; want 32", node.ErrorCount())
	}
}

// FuzzParse compares the reader with encoding/json: it accepts only JSON, reads the same
// values, and refuses JSON only for depth, number of values or duplicate fields. Its cost
// stays within the bound.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,2.5,-0,"x",null,true]}`, `{"a":1,"a":2}`, `[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]`, `[1,]`, `{"a":}`,
		`{"a" 1}`, ` "\ud800" `, "\"\xff\"", `1 2`, `nul`, `-`, `{]`, `,`, `:`,
		`["\ud83c\udca1","\ud83c","\ud83c\u0041","\udca1\ud83c"," \"\\\/\b\f\n\r\t\u00E9\u00e9",false]`,
		`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"\n":{},"h":[]}`,
	} {
		f.Add([]byte(text))
	}
	const always = 256 << 10
	f.Fuzz(func(t *testing.T, text []byte) {
		most := uint64(mostCost*len(text) + always)
		if bytes := cost(most, func() { _, _ = read(text) }); bytes > most {
			t.Fatalf("%d bytes for the %d of %.1000q", bytes, len(text), text)
		}
		node, err := strict.Parse(text, "root")
		switch {
		case err == nil && !json.Valid(text):
			t.Fatalf("%q is read, but is not JSON", text)
		case err != nil && json.Valid(text) && !strings.Contains(err.Error(), "given twice") &&
			!strings.Contains(err.Error(), "levels deep") && !strings.Contains(err.Error(), "more than 131072 values"):
			t.Fatalf("%q is refused: %v", text, err)
		case err != nil:
			return
		}
		var want any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if !hasValue(node, want) {
			t.Fatalf("%q is read as something else", text)
		}
		walk(node)
		if err := node.Err(); err != nil && !utf8.ValidString(err.Error()) {
			t.Fatalf("errors are not UTF-8: %q", err)
		}
	})
}

// hasValue reports whether a node has the value that encoding/json reads.
func hasValue(n *strict.Node, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		if !n.CheckFields(slices.Collect(maps.Keys(want))...) {
			return false
		}
		for name, value := range want {
			if field := n.Field(name); field == nil || !hasValue(field, value) {
				return false
			}
		}
		return n.ErrorCount() == 0
	case []any:
		items, ok := n.List()
		return ok && slices.EqualFunc(items, want, hasValue)
	case string:
		text, ok := n.Text()
		return ok && text == want
	case bool:
		got := !want
		n.Bool(&got)
		return got == want
	case json.Number:
		value, err := want.Float64()
		if err != nil || value <= -math.MaxFloat64 {
			return true
		}
		got := value + 1
		n.Float64(&got, -math.MaxFloat64, math.MaxFloat64)
		return got == value
	default:
		return !n.IsList() && !n.IsText()
	}
}

// walk reads a document in every way at once.
func walk(n *strict.Node) {
	var b bool
	var i int
	var x float64
	var e uint8
	n.Bool(&b)
	n.Int(&i, -5, 5)
	n.Float64(&x, 0, 1)
	strict.Enum(n, &e, []string{"x"})
	n.Text()
	list, _ := n.List()
	for _, item := range list {
		walk(item)
	}
	for _, field := range n.Object("a") {
		walk(field)
	}
}
