package strict

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxErrors is the greatest number of errors that one document collects.
const MaxErrors = 32

// FieldError is one error in a document: where, and what.
type FieldError struct {
	Field  string `json:"field"`  // where it is, for example deal.tableau piles[3][2]
	Detail string `json:"detail"` // what is wrong with it
}

// Error is a list of all errors in a document, in the order in which they were found.
type Error []FieldError

// Error lists the errors, separated by semicolons.
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

// FieldErrors returns the errors; callers find this method with errors.As.
func (e Error) FieldErrors() []FieldError { return e }

// Node is one value of a document and its place in it. Reading from a nil Node does
// nothing, so absent fields need no special case.
type Node struct {
	errors *Error
	parent *Node  // nil at the root
	name   string // of a field; at the root, its path
	index  int32  // in a list, or one of the two below
	kind   kind
	text   string  // of a scalar; strings without quotes
	below  []*Node // the elements of a list, the fields of an object
}

// What index means for a node that is not an element of a list.
const (
	named     = -1 // it is a field of its parent
	samePlace = -2 // it has the place of its parent
)

// kind is the JSON type of a value.
type kind uint8

const (
	null kind = iota
	boolean
	number
	quoted // a string as written in the document
	plain  // a decoded string
	list
	object
)

// Path returns the node's place in the document. It is built on demand: few nodes have
// errors, and names may be long.
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

// Err returns all errors so far in the node's document, or nil.
func (n *Node) Err() error {
	if len(*n.errors) == 0 {
		return nil
	}
	return *n.errors
}

// ErrorCount returns the number of errors so far in the node's document.
func (n *Node) ErrorCount() int { return len(*n.errors) }

// Full reports whether no more errors are collected. Then nothing more is read either,
// because the document is refused anyway.
func (n *Node) Full() bool { return len(*n.errors) >= MaxErrors }

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

// AddErrors adds the errors of another document that this node contains, under the places
// they name.
func (n *Node) AddErrors(list Error) {
	room := max(0, MaxErrors-len(*n.errors))
	*n.errors = append(*n.errors, list[:min(room, len(list))]...)
}

// Object checks that the node is an object with known fields only, and returns its
// fields; an absent field is a nil Node. It returns nil for a nil Node or one that is not
// an object.
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

// CheckFields is Object for documents with thousands of objects: it makes no map, and
// [Node.Field] returns the fields. It reports whether the node is an object.
func (n *Node) CheckFields(known ...string) bool {
	if !n.is(object, "an object") {
		return false
	}
	unknown := []*Node{} // the first ones in order, up to the limit of errors
	byName := func(a, b *Node) int { return strings.Compare(a.name, b.name) }
	for _, field := range n.below {
		if n.Full() || slices.Contains(known, field.name) {
			continue
		}
		if at, _ := slices.BinarySearchFunc(unknown, field, byName); at < MaxErrors {
			unknown = slices.Insert(unknown[:min(len(unknown), MaxErrors-1)], at, field)
		}
	}
	for _, field := range unknown {
		if len(known) == 0 {
			field.AddError("unknown field; none are allowed here")
			continue
		}
		field.AddError("unknown field; allowed: %s", strings.Join(known, ", "))
	}
	return true
}

// Field returns an object's field, nil if there is none.
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

// List returns the elements of an array. If the node is not an array, ok is false, and List adds an
// error unless the node is nil.
func (n *Node) List() (items []*Node, ok bool) {
	if !n.is(list, "a list") {
		return nil, false
	}
	return n.below, true
}

// IsList reports whether the node is an array. It adds no error.
func (n *Node) IsList() bool { return n != nil && n.kind == list }

// IsNull reports whether the node is absent or null. It adds no error.
func (n *Node) IsNull() bool { return n == nil || n.kind == null }

// IsText reports whether the node is a string. It adds no error.
func (n *Node) IsText() bool { return n != nil && (n.kind == plain || n.kind == quoted) }

// Text returns a string; ok is false if there is none.
func (n *Node) Text() (text string, ok bool) {
	if n == nil || n.Full() {
		return "", false
	}
	switch {
	case n.IsText():
	case n.kind == number:
		n.AddError("expected a string, found %s; write \"%s\"", clip(n.text), clip(n.text))
		return "", false
	default:
		n.expected("a string")
		return "", false
	}
	return n.decoded(), true
}

// decoded returns the string's value.
func (n *Node) decoded() string {
	if n.kind == quoted {
		n.text, n.kind = unquote(n.text), plain
	}
	return n.text
}

// Bool reads true or false into to.
func (n *Node) Bool(to *bool) {
	if n.is(boolean, "true or false") {
		*to = n.text == "true"
	}
}

// Int reads a whole number from least to most, and sets *to. An absent field leaves *to
// unchanged.
func (n *Node) Int(to *int, least, most int) {
	wide := int64(*to)
	n.Int64(&wide, int64(least), int64(most))
	*to = int(wide)
}

// Int64 reads a whole number as [Node.Int] does.
func (n *Node) Int64(to *int64, least, most int64) {
	if !n.is(number, "a whole number") {
		return
	}
	value, err := strconv.ParseInt(n.text, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		// 7.0 and 1e2 are whole numbers, too.
		n.AddError("expected a whole number, written with digits only, found %s", clip(n.text))
	case value < least && most >= math.MaxInt32:
		n.AddError("%s is out of range: must be at least %d", clip(n.text), least)
	case err != nil || value < least || value > most:
		n.AddError("%s is out of range: must be %d–%d", clip(n.text), least, most)
	default:
		*to = value
	}
}

// Float64 reads a number above the bound above, up to most, and sets *to.
func (n *Node) Float64(to *float64, above, most float64) {
	if !n.is(number, "a number") {
		return
	}
	value, err := strconv.ParseFloat(n.text, 64)
	if err != nil || value <= above || value > most {
		n.AddError("%s is out of range: must be more than %v and at most %v", clip(n.text), above, most)
		return
	}
	*to = value
}

// Enum reads one of names into to: names[i] stands for the value i.
func Enum[T ~uint8](n *Node, to *T, names []string) {
	text, ok := n.Text()
	if !ok {
		return
	}
	if i, ok := n.oneOf(text, names); ok {
		*to = T(i)
	}
}

// is reports whether the node is there and of a kind. Another kind is an error, which says what was expected.
func (n *Node) is(k kind, what string) bool {
	if n == nil || n.Full() {
		return false
	}
	if n.kind != k {
		n.expected(what)
	}
	return n.kind == k
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
		got = "the string " + strconv.Quote(clip(n.decoded()))
	case number:
		got = clip(n.text)
	}
	n.AddError("expected %s, found %s", what, got)
}

// clip shortens a text to 40 characters.
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
