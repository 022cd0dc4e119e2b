package strict

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Decoder is a type that reads a value of a document by itself.
type Decoder interface{ DecodeStrict(n *Node) }

// Decode reads the fields of an object into the struct that into points to, and follows the tags of
// the struct:
//
//	Detail string `json:"detail" enums:"exists,area,move" default:"move"`
//	Count  int    `json:"count" minimum:"1" maximum:"104" default:"8"`
//
// Fields of the object that the struct lacks are errors, and so are values that the tags don't
// allow. If a field is absent or wrong, the struct keeps its value, or gets the default in place of
// a zero value. A field may be a [Decoder], a string, a bool, a number, a time, a struct, a list of
// these or a pointer to one. It may also be a *Node, which is read later. Other types panic. The
// fields of an embedded struct count as fields of the struct. Decode reports whether the node is an
// object.
func (n *Node) Decode(into any) bool {
	v := reflect.ValueOf(into).Elem()
	fields := fieldsOf(v.Type())
	if !n.CheckFields(fields.names...) {
		return false
	}
	for i := range fields.list {
		f := &fields.list[i]
		below := n.Field(f.name)
		if below == nil && f.usual == nil {
			continue
		}
		at := v.FieldByIndex(f.index)
		if f.usual != nil && at.IsZero() {
			f.read(f.usual, at)
		}
		if below != nil {
			f.read(below, at)
		}
	}
	return true
}

// FieldNames returns the names of the fields of a struct as Decode knows them.
func FieldNames[T any]() []string { return fieldsOf(reflect.TypeFor[T]()).names }

// structFields are the fields of a type of struct, found once.
type structFields struct {
	names []string
	list  []structField
}

type structField struct {
	name  string
	index []int
	read  func(n *Node, to reflect.Value)
	usual *Node // the default; nil without one
}

var known sync.Map // structFields by reflect.Type

func fieldsOf(t reflect.Type) *structFields {
	if fields, ok := known.Load(t); ok {
		return fields.(*structFields)
	}
	fields := &structFields{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		one := structField{name: name, index: f.Index, read: reader(f.Type, f.Tag)}
		if text, has := f.Tag.Lookup("default"); has && f.Type.Kind() != reflect.Pointer {
			one.usual = &Node{errors: new(Error), name: name, kind: kindOf[f.Type.Kind()], text: text}
			if one.read(one.usual, reflect.New(f.Type).Elem()); one.usual.Err() != nil {
				panic(fmt.Sprintf("strict: default of %s: %v", t, one.usual.Err()))
			}
		}
		fields.names, fields.list = append(fields.names, name), append(fields.list, one)
	}
	known.Store(t, fields)
	return fields
}

// kindOf is the kind of the default of a field.
var kindOf = map[reflect.Kind]kind{
	reflect.Bool: boolean, reflect.Int: number, reflect.Int64: number, reflect.Float64: number, reflect.String: plain,
}

// reader returns the function that reads a value of a type with a field's tags.
func reader(t reflect.Type, tag reflect.StructTag) func(*Node, reflect.Value) {
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[Decoder]()):
		return func(n *Node, to reflect.Value) { to.Addr().Interface().(Decoder).DecodeStrict(n) }
	case t == reflect.TypeFor[time.Time]():
		return readTime
	case t == reflect.TypeFor[*Node]():
		return func(n *Node, to reflect.Value) { to.Set(reflect.ValueOf(n)) }
	}
	switch t.Kind() {
	case reflect.Pointer:
		read := reader(t.Elem(), tag)
		return func(n *Node, to reflect.Value) {
			to.Set(reflect.New(t.Elem()))
			read(n, to.Elem())
		}
	case reflect.Slice:
		read := reader(t.Elem(), tag)
		return func(n *Node, to reflect.Value) {
			items, _ := n.List()
			to.Set(reflect.MakeSlice(t, len(items), len(items)))
			for i, item := range items {
				read(item, to.Index(i))
			}
		}
	case reflect.Struct:
		return func(n *Node, to reflect.Value) { n.Decode(to.Addr().Interface()) }
	case reflect.String:
		var words []string
		if list := tag.Get("enums"); list != "" {
			words = strings.Split(list, ",")
		}
		return func(n *Node, to reflect.Value) {
			text, ok := n.Text()
			if at := 0; ok && words != nil {
				if at, ok = n.oneOf(text, words); ok {
					text = words[at] // which is no part of the document
				}
			}
			if ok {
				to.SetString(text)
			}
		}
	case reflect.Bool:
		return func(n *Node, to reflect.Value) {
			value := to.Bool()
			n.Bool(&value)
			to.SetBool(value)
		}
	case reflect.Int, reflect.Int64:
		least, most := bound(tag, "minimum", math.MinInt64), bound(tag, "maximum", math.MaxInt64)
		return func(n *Node, to reflect.Value) {
			value := to.Int()
			n.Int64(&value, least, most)
			to.SetInt(value)
		}
	case reflect.Float64:
		above, most := bound(tag, "exclusiveMinimum", math.MinInt64), bound(tag, "maximum", math.MaxInt64)
		return func(n *Node, to reflect.Value) {
			value := to.Float()
			n.Float64(&value, float64(above), float64(most))
			to.SetFloat(value)
		}
	}
	panic(fmt.Sprintf("strict: no field can be a %s", t))
}

// oneOf returns which of some words a text is, or adds an error.
func (n *Node) oneOf(text string, words []string) (at int, ok bool) {
	if at = slices.Index(words, text); at < 0 {
		n.AddError("%q is not one of: %s", clip(text), strings.Join(words, ", "))
	}
	return at, at >= 0
}

func readTime(n *Node, to reflect.Value) {
	text, ok := n.Text()
	if !ok {
		return
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		n.AddError("use a time such as 2030-01-01T00:00:00Z")
		return
	}
	to.Set(reflect.ValueOf(at.UTC()))
}

// bound returns a whole number of a tag.
func bound(tag reflect.StructTag, name string, absent int64) int64 {
	text, has := tag.Lookup(name)
	if !has {
		return absent
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("strict: %s:%q of a field: %v", name, text, err))
	}
	return value
}
