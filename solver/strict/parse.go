package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth bounds how deeply a document may nest. The deepest document of the project, a
// request with a deal with foundations, needs five levels.
const MaxDepth = 16

// MaxNodes bounds how many values a document may have: numbers, strings, lists, objects
// and so on, field names excluded. A move has six or seven, a deal of two packs 130. All
// moves that fit into a request of 1 MiB, the service's default limit, are read, and any
// other document of that size costs at most thirty times its size.
const MaxNodes = 1 << 17

// Parse reads one JSON document. Root names it in errors and may be empty. Parse returns
// an Error at once if the text is not JSON, nests deeper than MaxDepth, has more than
// MaxNodes values or duplicate fields.
//
// The grammar is checked by encoding/json, which needs no memory for that. So nodes are
// made of valid JSON only; they refer to its text.
func Parse(text []byte, root string) (*Node, error) {
	if !json.Valid(text) {
		return nil, invalid(text, root)
	}
	p := parser{text: string(text), errors: new(Error)}
	node := p.node()
	node.name = root
	if err := p.value(node, 0); err != nil {
		return nil, err
	}
	return node, nil
}

// parser makes nodes of valid JSON.
type parser struct {
	text   string
	at     int // the next byte
	errors *Error
	count  int     // nodes so far
	block  []Node  // room for the next ones
	open   []*Node // the elements so far of all open lists and objects
}

// node returns a new node. They are allocated in blocks, because one by one costs more.
func (p *parser) node() *Node {
	if len(p.block) == 0 {
		p.block = make([]Node, min(max(16, p.count), 1024))
	}
	n := &p.block[0]
	p.block = p.block[1:]
	n.errors = p.errors
	p.count++
	return n
}

// child returns a new node below parent.
func (p *parser) child(parent *Node, name string, index int) (*Node, error) {
	if p.count == MaxNodes {
		return nil, Error{{parent.Path(), tooMany()}}
	}
	n := p.node()
	n.parent, n.name, n.index = parent, name, int32(index)
	p.open = append(p.open, n)
	return n, nil
}

func tooMany() string {
	return fmt.Sprintf("more than %d values", MaxNodes)
}

func tooDeep() string { return fmt.Sprintf("nested more than %d levels deep", MaxDepth) }

// space skips white space and separators, and returns the next byte.
func (p *parser) space() byte {
	for strings.IndexByte(" \t\r\n,:", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.text[p.at]
}

// value reads a value into a node.
func (p *parser) value(n *Node, depth int) error {
	switch c := p.space(); c {
	case '{', '[':
		if depth == MaxDepth {
			return Error{{n.Path(), tooDeep()}}
		}
		p.at++
		first := len(p.open)
		read := p.fields
		if n.kind = object; c == '[' {
			n.kind, read = list, p.elements
		}
		if err := read(n, depth+1); err != nil {
			return err
		}
		p.at++
		n.below = append([]*Node(nil), p.open[first:]...)
		p.open = p.open[:first]
	case '"':
		n.text, n.kind = p.quoted()
	default:
		from := p.at
		for p.at < len(p.text) && strings.IndexByte(" \t\r\n,]}", p.text[p.at]) < 0 {
			p.at++
		}
		n.text = p.text[from:p.at]
		switch c {
		case 'n':
			n.kind = null
		case 't', 'f':
			n.kind = boolean
		default:
			n.kind = number
		}
	}
	return nil
}

// elements reads a list to its end.
func (p *parser) elements(n *Node, depth int) error {
	for i := 0; p.space() != ']'; i++ {
		child, err := p.child(n, "", i)
		if err == nil {
			err = p.value(child, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// few is the number of names up to which they are compared one by one.
const few = 8

// fields reads an object to its end.
func (p *parser) fields(n *Node, depth int) error {
	first := len(p.open)
	var many map[string]struct{} // the names, if there are more than few
	for p.space() != '}' {
		name, kind := p.quoted()
		if kind == quoted {
			name = unquote(name)
		}
		before := p.open[first:]
		if len(before) == few {
			many = make(map[string]struct{}, 2*few)
			for _, field := range before {
				many[field.name] = struct{}{}
			}
		}
		twice := false
		if many != nil {
			many[name] = struct{}{}
			twice = len(many) == len(before)
		} else {
			twice = slices.ContainsFunc(before, func(field *Node) bool { return field.name == name })
		}
		child, err := p.child(n, name, named)
		switch {
		case err != nil:
			return err
		case twice:
			return Error{{child.Path(), "given twice"}}
		}
		if err := p.value(child, depth); err != nil {
			return err
		}
	}
	return nil
}

// quoted reads a string, and returns what is between its quotes.
func (p *parser) quoted() (string, kind) {
	from := p.at + 1
	for p.at = from; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	text := p.text[from:p.at]
	p.at++
	if strings.IndexByte(text, '\\') < 0 && utf8.ValidString(text) {
		return text, plain
	}
	return text, quoted
}

// unquote decodes a JSON string as encoding/json does: invalid UTF-8, or half a surrogate
// pair, becomes U+FFFD.
func unquote(text string) string {
	size := len(text)
	for _, r := range text {
		if r == utf8.RuneError { // one byte becomes three
			size += 2
		}
	}
	var said strings.Builder
	said.Grow(size)
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			r, size := utf8.DecodeRuneInString(text[i:])
			said.WriteRune(r)
			i += size
			continue
		}
		if text[i+1] != 'u' {
			said.WriteByte(escaped(text[i+1]))
			i += 2
			continue
		}
		r := unit(text[i:])
		i += 6
		if utf16.IsSurrogate(r) {
			if r = utf16.DecodeRune(r, unit(text[i:])); r != utf8.RuneError {
				i += 6
			}
		}
		said.WriteRune(r)
	}
	return said.String()
}

// escaped decodes the letter after a backslash.
func escaped(letter byte) byte {
	if i := strings.IndexByte("bfnrt", letter); i >= 0 {
		return "\b\f\n\r\t"[i]
	}
	return letter
}

// unit decodes \uXXXX at the start of text; -1 if there is none.
func unit(text string) rune {
	if !strings.HasPrefix(text, `\u`) {
		return -1
	}
	var r rune
	for _, digit := range []byte(text[2:6]) {
		switch {
		case digit <= '9':
			digit -= '0'
		default:
			digit = digit | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(digit)
	}
	return r
}

// invalid returns what is wrong with text that is not JSON, and where. It reads up to the
// fault and keeps nothing.
func invalid(text []byte, root string) error {
	w := walker{Decoder: json.NewDecoder(bytes.NewReader(text)), fault: fault(text)}
	w.UseNumber()
	if err := w.value(&Node{name: root}, 0); err != nil {
		return err
	}
	return Error{{root, w.fault}}
}

// fault says why text is not JSON, with the line and the column, in characters, both from 1.
func fault(text []byte) string {
	if len(bytes.TrimSpace(text)) == 0 {
		return "empty document"
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(json.RawMessage)); !errors.As(err, &syntax) {
		return "invalid JSON"
	}
	end := strings.HasPrefix(syntax.Error(), "unexpected end")
	before := text[:syntax.Offset]
	if !end {
		before = text[:syntax.Offset-1] // the offset is that of the byte after the fault
	}
	start := bytes.LastIndexByte(before, '\n') + 1
	at := fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte{'\n'})+1, utf8.RuneCount(before[start:])+1)
	if end {
		return "unexpected end of JSON at " + at
	}
	return fmt.Sprintf("invalid JSON at %s: %s", at, syntax)
}

// walker finds in which field text is not JSON.
type walker struct {
	*json.Decoder
	fault string // why it is not
	count int    // values so far
}

func (w *walker) value(at *Node, depth int) error {
	token, err := w.token(at)
	if err != nil {
		return err
	}
	delim, composite := token.(json.Delim)
	if !composite {
		return nil
	}
	if depth == MaxDepth {
		return Error{{at.Path(), tooDeep()}}
	}
	below := &Node{parent: at}
	for i := 0; w.More(); i++ {
		if w.count++; w.count == MaxNodes {
			return Error{{at.Path(), tooMany()}}
		}
		below.index = int32(i)
		if delim == '{' {
			key, err := w.token(at)
			if err != nil {
				return err
			}
			below.name, below.index = key.(string), named
		}
		if err := w.value(below, depth+1); err != nil {
			return err
		}
	}
	_, err = w.token(at)
	return err
}

func (w *walker) token(at *Node) (json.Token, error) {
	token, err := w.Token()
	if err != nil {
		return nil, Error{{at.Path(), w.fault}}
	}
	return token, nil
}
