package main

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// schemas changes the schemas of bodies: an unknown field of a request is a mistake, deals and
// moves may be texts, shared words have a name, and values may be null.
func schemas(doc *openapi3.T) {
	doc.Components.Schemas["DealOrText"] = either("a deal", ref("Deal"))
	list := openapi3.NewArraySchema()
	list.Items = ref("Move")
	doc.Components.Schemas["MovesOrText"] = either("moves", list.NewRef())
	requested := requestSchemas(doc)
	for name, schema := range doc.Components.Schemas {
		if requested[name] && schema.Value.AnyOf == nil { // an unknown field is a mistake
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: new(bool)}
		}
		for property, s := range schema.Value.Properties {
			if requested[name] {
				describeDefault(s)
			}
			switch {
			case name == "ConvertAnswer" && (property == "deal" || property == "position"):
				s.Value.AllOf = openapi3.SchemaRefs{ref("DealOrText")}
			case property == "positions" && s.Value.Items != nil && s.Value.Items.Ref == ref("Deal").Ref:
				s.Value.Items = ref("DealOrText")
			case s.Ref == ref("Deal").Ref || len(s.Value.AllOf) == 1 && s.Value.AllOf[0].Ref == ref("Deal").Ref: // a text with schema line
				schema.Value.Properties[property] = &openapi3.SchemaRef{Value: &openapi3.Schema{Description: s.Value.Description, AllOf: openapi3.SchemaRefs{ref("DealOrText")}}}
			case name == "ConvertAnswer" && property == "moves":
				s.Value.AllOf = openapi3.SchemaRefs{ref("MovesOrText")}
			case name == "Deal" && property == "foundations":
				cards := openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema())
				s.Value.AnyOf = openapi3.SchemaRefs{cards.NewRef(), openapi3.NewArraySchema().WithItems(cards).NewRef()}
			case name == "Move" && property == "from":
				places := openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema()).WithMinItems(1).WithMaxItems(2)
				s.Value.AnyOf = openapi3.SchemaRefs{openapi3.NewStringSchema().NewRef(), places.NewRef()}
			case property == "type" && schema.Value.Properties["status"] != nil: // a problem's
				s.Value = &openapi3.Schema{Description: s.Value.Description, AllOf: openapi3.SchemaRefs{ref("ProblemType")}}
			}
		}
	}
	doc.Components.Schemas["ProblemType"] = problemTypes().NewRef()
	name(doc)
	for _, schema := range doc.Components.Schemas {
		for _, s := range schema.Value.Properties {
			admitNull(s)
		}
	}
}

// either returns the schema of what is given in JSON or as a text.
func either(what string, inJSON *openapi3.SchemaRef) *openapi3.SchemaRef {
	return &openapi3.SchemaRef{Value: &openapi3.Schema{
		Description: what + " in JSON, or as a text",
		AnyOf:       openapi3.SchemaRefs{inJSON, openapi3.NewStringSchema().NewRef()},
	}}
}

// describeDefault moves the default of a field of requests into its description. With the keyword,
// some generators make callers send the field, and others send the default of the day on which
// they ran.
func describeDefault(ref *openapi3.SchemaRef) {
	s := ref.Value
	if ref.Ref != "" || s == nil || s.Default == nil {
		return
	}
	text, err := json.Marshal(s.Default)
	if err != nil {
		panic(err) // it was read from JSON
	}
	s.Description = strings.TrimPrefix(s.Description+"; default "+string(text), "; ")
	s.Default = nil
}

// requestSchemas returns the names of the schemas that are part of what clients send.
func requestSchemas(doc *openapi3.T) map[string]bool {
	names := map[string]bool{}
	var walk func(s *openapi3.SchemaRef)
	walk = func(s *openapi3.SchemaRef) {
		if s == nil {
			return
		}
		if name, named := strings.CutPrefix(s.Ref, "#/components/schemas/"); named {
			if !names[name] {
				names[name] = true
				walk(&openapi3.SchemaRef{Value: doc.Components.Schemas[name].Value})
			}
			return
		}
		walk(s.Value.Items)
		for _, part := range slices.Concat(s.Value.AllOf, s.Value.AnyOf, s.Value.OneOf, slices.Collect(maps.Values(s.Value.Properties))) {
			walk(part)
		}
	}
	for _, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			if operation.RequestBody != nil {
				for _, body := range operation.RequestBody.Value.Content {
					walk(body.Schema)
				}
			}
		}
	}
	return names
}

// vocabulary is lists of words that several schemas share, by the name of the property
// that takes one of them.
var vocabulary = map[string]struct {
	name, description string
	values            []any
}{
	"verdict":    {"Verdict", "winnable: there is a solution; unwinnable: it is proven that there is none; unknown: nothing is proven", []any{"winnable", "unwinnable", "unknown"}},
	"because":    {"Because", "why a verdict is unknown", []any{"deadline", "states", "memory", "cancelled"}},
	"difficulty": {"Difficulty", "a quarter of the winnable deals of a game, by how hard they are to win", []any{"easy", "medium", "hard", "expert"}},
	"format":     {"DealFormat", "how another program writes a deal as a text", []any{"fc-solve", "pysol", "klondike-solver", "rows"}},
	"source":     {"Source", "where an answer came from", []any{"search", "cache", "store", "inferred"}},
}

// name gives lists of words that schemas share a schema of their own.
func name(doc *openapi3.T) {
	for _, schema := range doc.Components.Schemas {
		for property, s := range schema.Value.Properties {
			list, shared := vocabulary[property]
			if !shared || !reflect.DeepEqual(s.Value.Enum, list.values) {
				continue
			}
			nullable := s.Value.Nullable
			s.Value = &openapi3.Schema{Description: s.Value.Description, Nullable: nullable, AllOf: openapi3.SchemaRefs{ref(list.name)}}
		}
	}
	for _, list := range vocabulary {
		schema := openapi3.NewStringSchema().WithEnum(list.values...)
		schema.Description = list.description
		doc.Components.Schemas[list.name] = schema.NewRef()
	}
}

// ref refers to a schema that has a name.
func ref(name string) *openapi3.SchemaRef {
	return openapi3.NewSchemaRef("#/components/schemas/"+name, nil)
}

// admitNull says in the words of OpenAPI 3.1 that a value may be null.
func admitNull(ref *openapi3.SchemaRef) {
	s := ref.Value
	if ref.Ref != "" || s == nil || !s.Nullable {
		return
	}
	s.Nullable = false
	null := &openapi3.Schema{Type: &openapi3.Types{openapi3.TypeNull}}
	switch {
	case len(s.AllOf) > 0:
		s.AnyOf, s.AllOf = append(s.AllOf, null.NewRef()), nil
	case len(s.Enum) > 0:
		s.Enum = append(s.Enum, nil)
		fallthrough
	default:
		types := append(*s.Type, openapi3.TypeNull)
		s.Type = &types
	}
}
