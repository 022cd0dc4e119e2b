package player

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Option is something that a kind of player can be told: a whole number, or one of some
// words.
type Option struct {
	Name    string
	Summary string
	Least   int64
	Most    int64
	Words   []string // instead of numbers: the value is the place of one of these
	Default int64    // what it is where nothing is said; it may lie outside the bounds
}

// Options are the values of options by name. They are settled when each option of a kind
// has one.
type Options map[string]int64

// Defaults are the kind's options when nothing is said about them.
func (k *Kind) Defaults() Options {
	o := Options{}
	for _, option := range k.Options {
		o[option.Name] = option.Default
	}
	return o
}

// DecodeOptions reads options from a part of a larger document, and settles them. What is
// wrong is complained of at its place, and as if it had not been said; a nil node says nothing about any of them.
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
		} else if text, ok := value.Text(); ok {
			if i := slices.Index(option.Words, text); i >= 0 {
				o[option.Name] = int64(i)
			} else {
				value.AddError("none of: %s", strings.Join(option.Words, ", "))
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

// ParseOptions reads options as they are written on a command line, name=value each.
func (k *Kind) ParseOptions(list []string) (Options, error) {
	said := map[string]any{}
	for _, entry := range list {
		name, value, found := strings.Cut(entry, "=")
		if !found {
			return nil, fmt.Errorf("%q: write it as name=value", entry)
		}
		if _, twice := said[name]; twice {
			return nil, fmt.Errorf("%s is given twice", name)
		}
		said[name] = value
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			said[name] = n
		}
	}
	return k.settle(said, "")
}

// ReadOptions reads options that are said as a document says them. The error is a
// [strict.Error] with the field "options" and what is in it.
func (k *Kind) ReadOptions(said map[string]any) (Options, error) { return k.settle(said, "options") }

func (k *Kind) settle(said map[string]any, root string) (Options, error) {
	if len(said) == 0 {
		return k.Defaults(), nil
	}
	text, err := json.Marshal(said)
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

// AllOptions are all options that have a value within their bounds, as a document says them:
// what is said, and what goes without saying.
func (k *Kind) AllOptions(o Options) map[string]any {
	told := k.NonDefaultOptions(o)
	for _, option := range k.Options {
		switch v := o[option.Name]; {
		case len(option.Words) > 0:
			if v >= 0 && v < int64(len(option.Words)) {
				told[option.Name] = option.Words[v]
			}
		case v >= option.Least && v <= option.Most:
			told[option.Name] = v
		}
	}
	return told
}

// NonDefaultOptions are the options that differ from what they are where nothing is said, as a
// document says them.
func (k *Kind) NonDefaultOptions(o Options) map[string]any {
	said := map[string]any{}
	for _, option := range k.Options {
		switch v := o[option.Name]; {
		case v == option.Default:
		case len(option.Words) > 0:
			said[option.Name] = option.Words[v]
		default:
			said[option.Name] = v
		}
	}
	return said
}

// Title is the kind's name with the options that are said, "yan n=2": two players have
// the same if and only if they play alike.
func (k *Kind) Title(o Options) string {
	said := k.NonDefaultOptions(o)
	title := k.Name
	for _, option := range k.Options {
		if v, ok := said[option.Name]; ok {
			title += fmt.Sprintf(" %s=%v", option.Name, v)
		}
	}
	return title
}
