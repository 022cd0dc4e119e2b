package apitest

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Every example in the document conforms to its schema, and every call with a body has an example
// with a successful answer.
func TestExamplesAreValid(t *testing.T) {
	d := read()
	valid := func(value any, place ...string) {
		t.Helper()
		schema, err := d.schema(place...)
		if err == nil {
			err = schema.Validate(plain(t, value))
		}
		if err != nil {
			t.Errorf("%s: %v", strings.Join(place, " "), err)
		}
	}
	for path, item := range d.api.Paths.Map() {
		for method, operation := range item.Operations() {
			call := []string{"paths", path, strings.ToLower(method)}
			bodies := func(content openapi3.Content, place ...string) {
				for media, body := range content {
					for _, example := range body.Examples {
						valid(example.Value.Value, append(append(call[:3:3], place...), "content", media, "schema")...)
					}
				}
			}
			for i, p := range operation.Parameters {
				if p.Value.Example != nil {
					valid(p.Value.Example, append(call[:3:3], "parameters", strconv.Itoa(i), "schema")...)
				} else if p.Value.Required {
					t.Errorf("%s %s: the parameter %s has no example", method, path, p.Value.Name)
				}
			}
			if operation.RequestBody != nil {
				bodies(operation.RequestBody.Value.Content, "requestBody")
				for media, body := range operation.RequestBody.Value.Content {
					response := operation.Responses.Value("200")
					if response == nil { // a 201 or 202
						response = operation.Responses.Value("201")
					}
					answered := response.Value.Content[media].Examples
					if !slices.ContainsFunc(slices.Collect(maps.Keys(body.Examples)), func(name string) bool { return answered[name] != nil }) {
						t.Errorf("%s %s: no example of a successful request of type %s; add one to api/testdata/examples", method, path, media)
					}
				}
			}
			for status, response := range operation.Responses.Map() {
				bodies(response.Value.Content, "responses", status)
			}
		}
	}
	for name, schema := range d.api.Components.Schemas {
		for property, s := range schema.Value.Properties {
			if s.Ref == "" && s.Value.Example != nil {
				valid(s.Value.Example, "components", "schemas", name, "properties", property)
			}
		}
	}
}

// plain returns a value in the types that the validator accepts.
func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var again any
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}
