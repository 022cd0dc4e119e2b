package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// MaxDepth is how deeply a document may nest. The deepest document of the
// project, a request with a deal with foundations, needs five levels.
const MaxDepth = 16

// maxComplaints bounds how many complaints one document collects: a million
// wrong cards are no more instructive than a few dozen.
const maxComplaints = 32

// Complaint is one thing wrong with a document: where, and what.
type Complaint struct {
	Field  string `json:"field"`  // where it is, as in deal.tableau piles[3][2]
	Detail string `json:"detail"` // what is wrong with it
}

// Error is everything wrong with a document, in the order in which it was found.
type Error []Complaint

// Error lists the complaints, one after another.
func (e Error) Error() string {
	parts := make([]string, len(e))
	for i, c := range e {
		parts[i] = c.Detail
		if c.Field != "" {
			parts[i] = c.Field + ": " + c.Detail
		}
	}
	return strings.Join(parts, "; ")
}

// Node is one value of a document together with its place in it. Reading from a
// nil Node does nothing, so that an absent field needs no special case.
type Node struct {
	path   string
	value  any // map[string]*Node, []*Node, string, json.Number, bool, or nil
	errors *Error
}

// Parse reads one JSON document. Root is the name under which complaints speak
// of it; it may be empty. Text that is no JSON at all, nests deeper than
// MaxDepth or says a field twice is refused as an Error at once.
func Parse(text []byte, root string) (*Node, error) {
	p := parser{Decoder: json.NewDecoder(bytes.NewReader(text)), errors: new(Error)}
	p.UseNumber()
	node, err := p.value(root, 0)
	if err == nil {
		if _, trailing := p.Token(); !errors.Is(trailing, io.EOF) {
			err = Error{{root, "there is more text after the end of the document"}}
		}
	}
	if err != nil {
		return nil, err
	}
	return node, nil
}

type parser struct {
	*json.Decoder
	errors *Error
}

func (p parser) value(path string, depth int) (*Node, error) {
	token, err := p.token(path)
	if err != nil {
		return nil, err
	}
	node := &Node{path: path, errors: p.errors}
	delim, composite := token.(json.Delim)
	if !composite {
		node.value = token
		return node, nil
	}
	if depth == MaxDepth {
		return nil, Error{{path, fmt.Sprintf("nested more than %d levels deep", MaxDepth)}}
	}
	if delim == '[' {
		list := []*Node{}
		for p.More() {
			child, err := p.value(path+"["+strconv.Itoa(len(list))+"]", depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, child)
		}
		node.value = list
	} else {
		object := map[string]*Node{}
		for p.More() {
			key, err := p.token(path)
			if err != nil {
				return nil, err
			}
			name := key.(string)
			child, err := p.value(join(path, name), depth+1)
			if err != nil {
				return nil, err
			}
			if object[name] != nil {
				return nil, Error{{child.path, "given twice"}}
			}
			object[name] = child
		}
		node.value = object
	}
	_, err = p.token(path)
	return node, err
}

func (p parser) token(path string) (json.Token, error) {
	token, err := p.Token()
	if err != nil {
		detail := "the text ends in the middle of the document"
		if p.InputOffset() == 0 {
			detail = "there is no document: the text is empty"
		}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			detail = fmt.Sprintf("not JSON at byte %d: %s", syntax.Offset, syntax.Error())
		}
		return nil, Error{{path, detail}}
	}
	return token, nil
}

func join(path, name string) string {
	name = clip(name)
	if path == "" {
		return name
	}
	return path + "." + name
}

// Path tells where in the document the node stands.
func (n *Node) Path() string { return n.path }

// Err gives all complaints collected so far in the node's document, or nil.
func (n *Node) Err() error {
	if len(*n.errors) == 0 {
		return nil
	}
	return *n.errors
}

// Complaints counts the complaints collected so far in the node's document.
func (n *Node) Complaints() int { return len(*n.errors) }

// Complain adds a complaint about this node.
func (n *Node) Complain(format string, args ...any) {
	if len(*n.errors) < maxComplaints {
		*n.errors = append(*n.errors, Complaint{n.path, fmt.Sprintf(format, args...)})
	}
}

// ComplainAt adds a complaint about a place below this node, present or not.
func (n *Node) ComplainAt(name, format string, args ...any) {
	below := Node{path: join(n.path, name), errors: n.errors}
	below.Complain(format, args...)
}

// Adopt adds the complaints about a text that this node holds and another reader has
// read, under the places that they name.
func (n *Node) Adopt(complaints Error) {
	room := max(0, maxComplaints-len(*n.errors))
	*n.errors = append(*n.errors, complaints[:min(room, len(complaints))]...)
}

// Object checks that the node is an object with no fields but the known ones
// and gives its fields; a field that is absent gives a nil Node. Of a nil Node,
// or a node that is no object, it gives no fields at all.
func (n *Node) Object(known ...string) map[string]*Node {
	if n == nil {
		return nil
	}
	object, ok := n.value.(map[string]*Node)
	if !ok {
		n.expected("an object")
		return nil
	}
	unknown := []string{}
	for name := range object {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		if len(known) == 0 {
			object[name].Complain("unknown field; there are none here")
			continue
		}
		object[name].Complain("unknown field; the fields here are: %s", strings.Join(known, ", "))
	}
	return object
}

// List gives the elements of an array; the second result is false where the
// document has no array here, which is complained of unless the node is nil.
func (n *Node) List() ([]*Node, bool) {
	if n == nil {
		return nil, false
	}
	list, ok := n.value.([]*Node)
	if !ok {
		n.expected("a list")
	}
	return list, ok
}

// IsList tells whether the node is an array, without complaint.
func (n *Node) IsList() bool {
	if n == nil {
		return false
	}
	_, ok := n.value.([]*Node)
	return ok
}

// IsText tells whether the node is a string, without complaint.
func (n *Node) IsText() bool {
	if n == nil {
		return false
	}
	_, ok := n.value.(string)
	return ok
}

// Text gives a string; the second result is false where there is none.
func (n *Node) Text() (string, bool) {
	if n == nil {
		return "", false
	}
	text, ok := n.value.(string)
	if !ok {
		n.expected("a text")
	}
	return text, ok
}

// Bool reads true or false into to.
func (n *Node) Bool(to *bool) {
	if n == nil {
		return
	}
	value, ok := n.value.(bool)
	if !ok {
		n.expected("true or false")
		return
	}
	*to = value
}

// Int reads a whole number between least and most into to; an absent field
// leaves it.
func (n *Node) Int(to *int, least, most int) {
	wide := int64(*to)
	n.Int64(&wide, int64(least), int64(most))
	*to = int(wide)
}

// Int64 is Int for wider numbers.
func (n *Node) Int64(to *int64, least, most int64) {
	if n == nil {
		return
	}
	number, ok := n.value.(json.Number)
	if !ok {
		n.expected("a whole number")
		return
	}
	value, err := strconv.ParseInt(number.String(), 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		n.Complain("%s is not a whole number", clip(number.String()))
	case err != nil || value < least || value > most:
		n.Complain("%s is out of range: the least is %d and the most %d", clip(number.String()), least, most)
	default:
		*to = value
	}
}

// Float64 reads a number above one bound, which it does not reach, up to another one,
// which it may.
func (n *Node) Float64(to *float64, above, most float64) {
	if n == nil {
		return
	}
	number, ok := n.value.(json.Number)
	if !ok {
		n.expected("a number")
		return
	}
	value, err := number.Float64()
	if err != nil || value <= above || value > most {
		n.Complain("%s is out of range: it must be more than %v and at most %v", clip(number.String()), above, most)
		return
	}
	*to = value
}

// Enum reads one of a few words into to, where names[i] stands for the value i.
func Enum[T ~uint8](n *Node, to *T, names []string) {
	text, ok := n.Text()
	if !ok {
		return
	}
	i := slices.Index(names, text)
	if i < 0 {
		n.Complain("%q is none of: %s", clip(text), strings.Join(names, ", "))
		return
	}
	*to = T(i)
}

func (n *Node) expected(what string) {
	got := "null"
	switch v := n.value.(type) {
	case map[string]*Node:
		got = "an object"
	case []*Node:
		got = "a list"
	case string:
		got = "the text " + strconv.Quote(clip(v))
	case json.Number:
		got = clip(v.String())
	case bool:
		got = strconv.FormatBool(v)
	}
	n.Complain("expected %s, found %s", what, got)
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}
