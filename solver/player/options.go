package player

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Option is an option of a kind of player. Its value is a whole number or one of some words.
type Option struct {
	Name    string
	Summary string
	Least   int64
	Most    int64
	Words   []string // the allowed words; the value is the index of one. Nil for numbers
	Default int64    // may lie outside the bounds
}

// Options holds the values of options by name. They are complete when each option of a kind
// has a value.
type Options map[string]int64

// Defaults returns the default values of all options.
func (k *Kind) Defaults() Options {
	o := Options{}
	for _, option := range k.Options {
		o[option.Name] = option.Default
	}
	return o
}

// DecodeOptions reads options from a node of a document, and completes them with defaults. It
// adds errors to the node. An invalid value is replaced by the default. The node may be nil.
func (k *Kind) DecodeOptions(node *strict.Node) Options {
	o := k.Defaults()
	if node == nil {
		return o
	}
	names := make([]string, len(k.Options))
	for i := range k.Options {
		names[i] = k.Options[i].Name
	}
	before := node.ErrorCount()
	fields := node.Object(names...)
	for _, option := range k.Options {
		value := fields[option.Name]
		if value == nil {
			continue
		}
		if len(option.Words) == 0 {
			n := o[option.Name]
			value.Int64(&n, option.Least, option.Most)
			o[option.Name] = n
		} else if !value.IsText() {
			value.AddError("must be one of: %s", strings.Join(option.Words, ", "))
		} else if text, ok := value.Text(); ok {
			if i := slices.Index(option.Words, text); i >= 0 {
				o[option.Name] = int64(i)
			} else {
				value.AddError("%.40q is not one of: %s", text, strings.Join(option.Words, ", "))
			}
		}
	}
	if k.Check != nil && node.ErrorCount() == before {
		if name, detail := k.Check(o); detail != "" {
			node.AddErrorAt(name, "%s", detail)
		}
	}
	return o
}

// ParseOptions reads options from a command line, in the form name=value.
func (k *Kind) ParseOptions(list []string) (Options, error) {
	values := map[string]any{}
	for _, entry := range list {
		name, value, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("%q: must be name=value", entry)
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("%s is given twice", name)
		}
		values[name] = value
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			values[name] = n
		}
	}
	return k.readOptions(values, "")
}

// ReadOptions reads options from the values of a JSON document, and completes them with
// defaults. The error is a [strict.Error] with fields below "options".
func (k *Kind) ReadOptions(values map[string]any) (Options, error) {
	return k.readOptions(values, "options")
}

func (k *Kind) readOptions(values map[string]any, root string) (Options, error) {
	if len(values) == 0 {
		return k.Defaults(), nil
	}
	text, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	node, err := strict.Parse(text, root)
	if err != nil {
		return nil, err
	}
	o := k.DecodeOptions(node)
	return o, node.Err()
}

// AllOptions returns the JSON values of all options that are within their bounds, including
// defaults.
func (k *Kind) AllOptions(o Options) map[string]any {
	values := k.NonDefaultOptions(o)
	for _, option := range k.Options {
		switch v := o[option.Name]; {
		case len(option.Words) > 0:
			if v >= 0 && v < int64(len(option.Words)) {
				values[option.Name] = option.Words[v]
			}
		case v >= option.Least && v <= option.Most:
			values[option.Name] = v
		}
	}
	return values
}

// NonDefaultOptions returns the JSON values of the options that differ from their defaults.
func (k *Kind) NonDefaultOptions(o Options) map[string]any {
	values := map[string]any{}
	for _, option := range k.Options {
		switch v := o[option.Name]; {
		case v == option.Default:
		case len(option.Words) > 0:
			values[option.Name] = option.Words[v]
		default:
			values[option.Name] = v
		}
	}
	return values
}

// Title returns the kind's name with the options that differ from their defaults, "yan n=2".
// Players have equal titles if and only if they play alike.
func (k *Kind) Title(o Options) string {
	values := k.NonDefaultOptions(o)
	title := k.Name
	for _, option := range k.Options {
		if v, ok := values[option.Name]; ok {
			title += fmt.Sprintf(" %s=%v", option.Name, v)
		}
	}
	return title
}
