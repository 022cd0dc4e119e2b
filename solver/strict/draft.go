package strict

// Draft is a document under construction, for text that says in a form of its own
// what a JSON document would: its nodes are read, and complain, like those of
// [Parse], each under the path that it is given.
type Draft struct{ errors *Error }

// NewDraft begins a document.
func NewDraft() Draft { return Draft{new(Error)} }

// Object makes an object; a field that is a nil Node is absent.
func (d Draft) Object(path string, fields map[string]*Node) *Node {
	n := &Node{errors: d.errors, name: path, kind: object}
	for name, field := range fields {
		if field == nil {
			continue
		}
		below := *field
		below.parent, below.name, below.index = field, name, samePlace
		n.below = append(n.below, &below)
	}
	return n
}

// List makes an array.
func (d Draft) List(path string, items []*Node) *Node {
	return &Node{errors: d.errors, name: path, kind: list, below: items}
}

// Text makes a string.
func (d Draft) Text(path, text string) *Node {
	return &Node{errors: d.errors, name: path, kind: plain, text: text}
}

// AddError adds an error about a place that has no node.
func (d Draft) AddError(path, format string, args ...any) {
	(&Node{errors: d.errors, name: path}).AddError(format, args...)
}

// Err gives all complaints collected so far, or nil.
func (d Draft) Err() error { return (&Node{errors: d.errors}).Err() }
