package strict

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxComplaints bounds how many complaints one document collects: a million
// wrong cards are no more instructive than a few dozen.
const maxErrors = 32

// FieldError is one thing wrong with a document: where, and what.
type FieldError struct {
	Field  string `json:"field"`  // where it is, as in deal.tableau piles[3][2]
	Detail string `json:"detail"` // what is wrong with it
}

// Error is everything wrong with a document, in the order in which it was found.
type Error []FieldError

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

// FieldErrors returns the complaints, for those who ask errors how they behave.
func (e Error) FieldErrors() []FieldError { return e }

// Node is one value of a document together with its place in it. Reading from a
// nil Node does nothing, so that an absent field needs no special case.
type Node struct {
	errors *Error
	parent *Node  // nil at the root
	name   string // of a field; of the root, its path
	index  int32  // in a list, or one of the two below
	kind   kind
	text   string  // of a scalar; a string's without its quotes
	below  []*Node // the elements of a list, the fields of an object
}

// What an index says of a node that is no element of a list.
const (
	named     = -1 // it is a field of its parent
	samePlace = -2 // it stands where its parent does
)

// kind is what JSON calls the type of a value.
type kind uint8

const (
	null kind = iota
	boolean
	number
	quoted // a string as the document has it
	plain  // a string as it is meant
	list
	object
)

// Path tells where in the document the node stands. It is made when it is asked for:
// few nodes are ever complained of, and names may be long.
func (n *Node) Path() string { return string(n.appendPath(nil)) }

func (n *Node) appendPath(to []byte) []byte {
	if n.parent == nil {
		return append(to, n.name...)
	}
	to = n.parent.appendPath(to)
	switch n.index {
	case samePlace:
		return to
	case named:
		if len(to) > 0 {
			to = append(to, '.')
		}
		return append(to, clip(n.name)...)
	default:
		to = strconv.AppendInt(append(to, '['), int64(n.index), 10)
		return append(to, ']')
	}
}

// Err gives all complaints collected so far in the node's document, or nil.
func (n *Node) Err() error {
	if len(*n.errors) == 0 {
		return nil
	}
	return *n.errors
}

// Complaints counts the complaints collected so far in the node's document.
func (n *Node) ErrorCount() int { return len(*n.errors) }

// Full reports whether no more complaints are collected. Then nothing more can be read
// either: the document is refused, whatever else is in it.
func (n *Node) Full() bool { return len(*n.errors) >= maxErrors }

// AddError adds an error about this node.
func (n *Node) AddError(format string, args ...any) {
	if !n.Full() {
		*n.errors = append(*n.errors, FieldError{n.Path(), fmt.Sprintf(format, args...)})
	}
}

// AddErrorAt adds an error about a place below this node, present or not.
func (n *Node) AddErrorAt(name, format string, args ...any) {
	below := Node{errors: n.errors, parent: n, name: name, index: named}
	below.AddError(format, args...)
}

// AddErrors adds the errors about a text that this node holds and another reader has
// read, under the places that they name.
func (n *Node) AddErrors(complaints Error) {
	room := max(0, maxErrors-len(*n.errors))
	*n.errors = append(*n.errors, complaints[:min(room, len(complaints))]...)
}

// Object checks that the node is an object with no fields but the known ones
// and gives its fields; a field that is absent gives a nil Node. Of a nil Node,
// or a node that is no object, it gives no fields at all.
func (n *Node) Object(known ...string) map[string]*Node {
	if !n.CheckFields(known...) {
		return nil
	}
	fields := make(map[string]*Node, min(len(n.below), len(known)))
	for _, field := range n.below {
		if slices.Contains(known, field.name) {
			fields[field.name] = field
		}
	}
	return fields
}

// Has is Object for documents with thousands of objects: it makes no map, and [Node.Field]
// gives the fields. It reports whether the node is an object.
func (n *Node) CheckFields(known ...string) bool {
	if n == nil || n.Full() {
		return false
	}
	if n.kind != object {
		n.expected("an object")
		return false
	}
	unknown := []*Node{} // the first ones in order, as many as are complained of
	byName := func(a, b *Node) int { return strings.Compare(a.name, b.name) }
	for _, field := range n.below {
		if n.Full() || slices.Contains(known, field.name) {
			continue
		}
		if at, _ := slices.BinarySearchFunc(unknown, field, byName); at < maxErrors {
			unknown = slices.Insert(unknown[:min(len(unknown), maxErrors-1)], at, field)
		}
	}
	for _, field := range unknown {
		if len(known) == 0 {
			field.AddError("unknown field; there are none here")
			continue
		}
		field.AddError("unknown field; the fields here are: %s", strings.Join(known, ", "))
	}
	return true
}

// Field gives a field of an object by its name, nil if there is none.
func (n *Node) Field(name string) *Node {
	if n == nil || n.kind != object {
		return nil
	}
	for _, field := range n.below {
		if field.name == name {
			return field
		}
	}
	return nil
}

// List gives the elements of an array; the second result is false where the
// document has no array here, which is complained of unless the node is nil.
func (n *Node) List() ([]*Node, bool) {
	if n == nil || n.Full() {
		return nil, false
	}
	if n.kind != list {
		n.expected("a list")
		return nil, false
	}
	return n.below, true
}

// IsList tells whether the node is an array, without complaint.
func (n *Node) IsList() bool { return n != nil && n.kind == list }

// IsText tells whether the node is a string, without complaint.
func (n *Node) IsText() bool { return n != nil && (n.kind == plain || n.kind == quoted) }

// Text gives a string; the second result is false where there is none.
func (n *Node) Text() (string, bool) {
	if n == nil || n.Full() {
		return "", false
	}
	if !n.IsText() {
		n.expected("a text")
		return "", false
	}
	return n.said(), true
}

// said is what a string says.
func (n *Node) said() string {
	if n.kind == quoted {
		n.text, n.kind = unquote(n.text), plain
	}
	return n.text
}

// Bool reads true or false into to.
func (n *Node) Bool(to *bool) {
	if n == nil || n.Full() {
		return
	}
	if n.kind != boolean {
		n.expected("true or false")
		return
	}
	*to = n.text == "true"
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
	if n == nil || n.Full() {
		return
	}
	if n.kind != number {
		n.expected("a whole number")
		return
	}
	value, err := strconv.ParseInt(n.text, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		n.AddError("%s is not a whole number", clip(n.text))
	case err != nil || value < least || value > most:
		n.AddError("%s is out of range: the least is %d and the most %d", clip(n.text), least, most)
	default:
		*to = value
	}
}

// Float64 reads a number above one bound, which it does not reach, up to another one,
// which it may.
func (n *Node) Float64(to *float64, above, most float64) {
	if n == nil || n.Full() {
		return
	}
	if n.kind != number {
		n.expected("a number")
		return
	}
	value, err := strconv.ParseFloat(n.text, 64)
	if err != nil || value <= above || value > most {
		n.AddError("%s is out of range: it must be more than %v and at most %v", clip(n.text), above, most)
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
		n.AddError("%q is none of: %s", clip(text), strings.Join(names, ", "))
		return
	}
	*to = T(i)
}

func (n *Node) expected(what string) {
	got := n.text
	switch n.kind {
	case null:
		got = "null"
	case object:
		got = "an object"
	case list:
		got = "a list"
	case quoted, plain:
		got = "the text " + strconv.Quote(clip(n.said()))
	case number:
		got = clip(n.text)
	}
	n.AddError("expected %s, found %s", what, got)
}

// clip keeps the first 40 characters of a text.
func clip(text string) string {
	count := 0
	for at := range text {
		if count == 40 {
			return text[:at] + "…"
		}
		count++
	}
	return text
}
