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

// MaxDepth is how deeply a document may nest. The deepest document of the
// project, a request with a deal with foundations, needs five levels.
const MaxDepth = 16

// MaxNodes is how many values a document may have: numbers, texts, lists, objects and so
// on, each counted, names of fields not. A move has six or seven, a deal of two packs 130.
// So all moves that fit into a request of 1 MiB, the most that the service takes unless it
// is told otherwise, are read, and whatever else is made of as many bytes costs at most
// thirty times its size.
const MaxNodes = 1 << 17

// Parse reads one JSON document. Root is the name under which complaints speak
// of it; it may be empty. Text that is no JSON at all, nests deeper than
// MaxDepth, has more than MaxNodes values or says a field twice is refused as an Error
// at once.
//
// The library's grammar decides what is JSON, and needs no memory for that. Nodes are
// made of JSON only, and refer to its text.
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

// parser makes nodes of a text that is JSON.
type parser struct {
	text   string
	at     int // the next byte
	errors *Error
	count  int     // nodes so far
	block  []Node  // room for the next ones
	open   []*Node // the elements so far of all lists and objects that are open
}

// node makes a node. Many are made at a time: one by one costs more.
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

// child makes a node below another one.
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
	return fmt.Sprintf("the document has more than %d values, which is the most that is read", MaxNodes)
}

func tooDeep() string { return fmt.Sprintf("nested more than %d levels deep", MaxDepth) }

// space skips white space, and what separates values, and gives the next byte.
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

// elements reads a list up to its end.
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

// few is how many names are compared one by one.
const few = 8

// fields reads an object up to its end.
func (p *parser) fields(n *Node, depth int) error {
	first := len(p.open)
	var many map[string]struct{} // the names, if there are more than a few
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

// quoted reads a string, and gives what is between its quotes.
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

// unquote gives what a string of JSON says, as encoding/json does: what is no UTF-8, or
// half a pair of surrogates, is U+FFFD.
func unquote(text string) string {
	size := len(text)
	for _, r := range text {
		if r == utf8.RuneError { // a byte becomes three
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

// escaped is what a letter means after a backslash.
func escaped(letter byte) byte {
	if i := strings.IndexByte("bfnrt", letter); i >= 0 {
		return "\b\f\n\r\t"[i]
	}
	return letter
}

// unit is the number that a text begins with as \uXXXX; -1 if it begins otherwise.
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

// invalid says what is wrong with a text that is no JSON, and where. It reads as far as
// that, and keeps nothing of it.
func invalid(text []byte, root string) error {
	w := walker{Decoder: json.NewDecoder(bytes.NewReader(text))}
	w.UseNumber()
	if err := w.value(&Node{name: root}, 0); err != nil {
		return err
	}
	return Error{{root, "there is more text after the end of the document"}}
}

// walker finds where a text is no JSON.
type walker struct {
	*json.Decoder
	count int // values so far
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
	if err == nil {
		return token, nil
	}
	detail := "the text ends in the middle of the document"
	if w.InputOffset() == 0 {
		detail = "there is no document: the text is empty"
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		detail = fmt.Sprintf("not JSON at byte %d: %s", syntax.Offset, syntax.Error())
	}
	return nil, Error{{at.Path(), detail}}
}
