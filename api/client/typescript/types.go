package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// schema writes the type that a schema of the document's has.
func (g *generator) schema(name string, s *openapi3.Schema) {
	g.comment(s.Description)
	if len(s.Properties) == 0 {
		g.line("export type %s = %s;", name, g.typeOf(s.NewRef()))
		g.line("")
		return
	}
	g.line("export interface %s {", name)
	g.indent++
	for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[property]
		g.comment(p.Value.Description)
		optional := "?"
		if slices.Contains(s.Required, property) {
			optional = ""
		}
		g.line("%s%s: %s;", key(property), optional, g.typeOf(p))
	}
	g.indent--
	g.line("}")
	g.line("")
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// key writes the name of a field.
func key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return literal(name)
}

// literal writes a value of JSON, texts as TypeScript prefers them.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it comes from JSON
	}
	if s, ok := value.(string); ok && !strings.ContainsAny(s, `'\"`) {
		return "'" + s + "'"
	}
	return string(text)
}

// typeOf says which values a schema takes.
func (g *generator) typeOf(ref *openapi3.SchemaRef) string {
	if name, named := strings.CutPrefix(ref.Ref, "#/components/schemas/"); named {
		return name
	}
	s := ref.Value
	var choice []string
	switch {
	case len(s.AllOf) == 1:
		return g.typeOf(s.AllOf[0])
	case len(s.AllOf) > 1:
		g.fail("allOf of several schemas is not what this generator knows")
	case len(s.AnyOf)+len(s.OneOf) > 0:
		for _, part := range slices.Concat(s.AnyOf, s.OneOf) {
			choice = append(choice, g.typeOf(part))
		}
		return strings.Join(choice, " | ")
	case len(s.Enum) > 0:
		for _, value := range s.Enum {
			choice = append(choice, literal(value))
		}
		return strings.Join(choice, " | ")
	}
	if s.Type == nil {
		return "unknown"
	}
	for _, t := range *s.Type {
		switch t {
		case openapi3.TypeString, openapi3.TypeBoolean, openapi3.TypeNumber, openapi3.TypeNull:
			choice = append(choice, t)
		case openapi3.TypeInteger:
			choice = append(choice, "number")
		case openapi3.TypeArray:
			items := g.typeOf(s.Items)
			if strings.Contains(items, " ") {
				items = "(" + items + ")"
			}
			choice = append(choice, items+"[]")
		case openapi3.TypeObject:
			choice = append(choice, g.object(s))
		default:
			g.fail("type %q is not what this generator knows", t)
		}
	}
	return strings.Join(choice, " | ")
}

// object says which values a schema of objects without a name takes.
func (g *generator) object(s *openapi3.Schema) string {
	values := "unknown"
	if s.AdditionalProperties.Schema != nil {
		values = g.typeOf(s.AdditionalProperties.Schema)
	}
	if len(s.Properties) > 0 {
		g.fail("an object without a name is not what this generator knows: %v", slices.Sorted(maps.Keys(s.Properties)))
	}
	return "Record<string, " + values + ">"
}
