package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxDepth bounds how deeply a document may nest. The deepest document of the project, a
// request with a deal with foundations, needs five levels.
const MaxDepth = 16

// MaxNodes bounds how many values a document may have. Numbers, strings, lists, objects and so on
// count, but not field names. A move has six or seven values, a deal of two packs 130. A request of
// 1 MiB, the service's default limit, stays below the bound if it is full of moves. Any other
// document of that size needs at most forty times its size.
const MaxNodes = 1 << 17

// Parse reads one JSON document. Root names it in errors and may be empty. Parse returns
// an Error at once if the text is not JSON, nests deeper than MaxDepth, has more than
// MaxNodes values or duplicate fields.
//
// The grammar is checked by encoding/json, which needs no memory for that. So nodes are
// made of valid JSON only, or of what is valid before a fault; they refer to its text.
func Parse(text []byte, root string) (*Node, error) {
	p := parser{errors: new(Error)}
	if !json.Valid(text) {
		text, p.fault = fault(text)
	}
	p.text = string(text)
	node := p.node()
	node.name = root
	err := p.value(node, 0)
	if err == nil && p.fault != "" { // after the document
		err = p.failed(node)
	}
	if err != nil {
		return nil, err
	}
	return node, nil
}

// parser makes nodes of JSON.
type parser struct {
	text   string
	at     int    // the next byte
	fault  string // why there is no JSON after the text; empty if nothing is
	errors *Error
	count  int     // nodes so far
	block  []Node  // room for the next ones
	open   []*Node // the elements so far of all open lists and objects
}

// failed returns the error of a node in which the text ends.
func (p *parser) failed(at *Node) error { return Error{{at.Path(), p.fault}} }

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
		return nil, Error{{parent.Path(), fmt.Sprintf("more than %d values", MaxNodes)}}
	}
	n := p.node()
	n.parent, n.name, n.index = parent, name, int32(index)
	p.open = append(p.open, n)
	return n, nil
}

// space skips white space and separators, and returns the next byte, 0 at the end of the text.
func (p *parser) space() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// value reads a value into a node.
func (p *parser) value(n *Node, depth int) error {
	switch c := p.space(); c {
	case 0:
		return p.failed(n)
	case '{', '[':
		if depth == MaxDepth {
			return Error{{n.Path(), fmt.Sprintf("nested more than %d levels deep", MaxDepth)}}
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
		var whole bool
		if n.text, n.kind, whole = p.quoted(); !whole {
			return p.failed(n)
		}
	default:
		from := p.at
		for p.at < len(p.text) && strings.IndexByte(" \t\r\n,]}", p.text[p.at]) < 0 {
			p.at++
		}
		if p.at == len(p.text) && p.fault != "" {
			return p.failed(n)
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
		name, kind, whole := p.quoted()
		if !whole {
			return p.failed(n)
		}
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

// quoted reads a string, and returns what is between its quotes, if it has both.
func (p *parser) quoted() (text string, k kind, whole bool) {
	from := p.at + 1
	for p.at = from; p.at < len(p.text) && p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	if p.at >= len(p.text) {
		return "", quoted, false
	}
	text = p.text[from:p.at]
	p.at++
	if strings.IndexByte(text, '\\') < 0 && utf8.ValidString(text) {
		return text, plain, true
	}
	return text, quoted, true
}

// unquote decodes what is between the quotes of a JSON string.
func unquote(text string) (said string) {
	if err := json.Unmarshal([]byte(`"`+text+`"`), &said); err != nil {
		panic(err) // it is valid JSON
	}
	return said
}

// fault returns the text before that which is not JSON, and why that is not, with the line and the column, in
// characters, both from 1.
func fault(text []byte) (before []byte, why string) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, "empty document"
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, new(json.RawMessage)); !errors.As(err, &syntax) {
		return nil, "invalid JSON"
	}
	end := strings.HasPrefix(syntax.Error(), "unexpected end")
	before = text[:syntax.Offset]
	if !end {
		before = text[:syntax.Offset-1] // the offset is that of the byte after the fault
	}
	start := bytes.LastIndexByte(before, '\n') + 1
	at := fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte{'\n'})+1, utf8.RuneCount(before[start:])+1)
	if end {
		return before, "unexpected end of JSON at " + at
	}
	return before, fmt.Sprintf("invalid JSON at %s: %s", at, syntax)
}
