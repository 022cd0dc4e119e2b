package strict

// Draft builds a document from text in another format. Its nodes are read like the nodes of [Parse] and
// collect errors in the same way. Each node has the path that it was given.
type Draft struct{ errors *Error }

// NewDraft returns an empty draft.
func NewDraft() Draft { return Draft{new(Error)} }

// Draft returns a draft that shares the list of errors with the node's document.
func (n *Node) Draft() Draft { return Draft{n.errors} }

// Object returns an object node; nil fields are absent.
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

// List returns an array node.
func (d Draft) List(path string, items []*Node) *Node {
	return &Node{errors: d.errors, name: path, kind: list, below: items}
}

// Text returns a string node.
func (d Draft) Text(path, text string) *Node {
	return &Node{errors: d.errors, name: path, kind: plain, text: text}
}

// Number returns a number node, for a text that need not be one.
func (d Draft) Number(path, text string) *Node {
	return &Node{errors: d.errors, name: path, kind: number, text: text}
}

// AddError adds an error at a path that has no node.
func (d Draft) AddError(path, format string, args ...any) {
	(&Node{errors: d.errors, name: path}).AddError(format, args...)
}

// Err returns all errors so far, or nil.
func (d Draft) Err() error { return (&Node{errors: d.errors}).Err() }
