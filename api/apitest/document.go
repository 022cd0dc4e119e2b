package apitest

import (
	"bytes"
	"mime"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// document is the OpenAPI document, read, and with the schemas that were needed so
// far compiled.
type document struct {
	api      *openapi3.T
	compiler *jsonschema.Compiler

	lock    sync.Mutex
	schemas map[string]*jsonschema.Schema // by their place
}

// resource is the name under which the compiler knows the document.
const resource = "openapi.json"

// read reads the document, once for all tests of a program.
var read = sync.OnceValues(func() (*document, error) { return parse(docs.OpenAPI) })

func parse(text []byte) (*document, error) {
	api, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	schemas, _ := at(tree, "components", "schemas").(map[string]any)
	for _, schema := range schemas {
		schema := schema.(map[string]any)
		if _, said := schema["additionalProperties"]; schema["properties"] != nil && !said {
			schema["additionalProperties"] = false
		}
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(resource, tree); err != nil {
		return nil, err
	}
	return &document{api: api, compiler: compiler, schemas: map[string]*jsonschema.Schema{}}, nil
}

// at finds a part of a JSON value by the names of the fields that lead to it.
func at(value any, path ...string) any {
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// schema compiles the schema at a place: the names that lead to it.
func (d *document) schema(place ...string) (*jsonschema.Schema, error) {
	pointer := "#"
	for _, name := range place {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile(resource + pointer)
	if err == nil {
		d.schemas[pointer] = s
	}
	return s, err
}

// route finds the path of the document that a request's path is one of, and what
// stands in it for each parameter. A name in the document's path goes before a
// parameter.
func (d *document) route(path string) (pattern string, item *openapi3.PathItem, params map[string]string) {
	asked := strings.Split(path, "/")
	for candidate, i := range d.api.Paths.Map() {
		found, fits := fit(strings.Split(candidate, "/"), asked)
		// Of two with as many parameters, that which has an ending is meant.
		if fits && (item == nil || len(found) < len(params) || len(found) == len(params) && len(ending(candidate)) > len(ending(pattern))) {
			pattern, item, params = candidate, i, found
		}
	}
	return pattern, item, params
}

// ending is what comes after the parameter in the last part of a pattern, as in {game}.svg.
func ending(pattern string) string {
	last := pattern[strings.LastIndex(pattern, "/")+1:]
	return last[strings.LastIndex(last, "}")+1:]
}

// fit lays the parts of a pattern over those of a path.
func fit(pattern, path []string) (map[string]string, bool) {
	if len(pattern) != len(path) {
		return nil, false
	}
	params := map[string]string{}
	for i, part := range pattern {
		name, isParam := strings.CutPrefix(part, "{")
		name, end, _ := strings.Cut(name, "}")
		switch {
		case isParam && strings.HasSuffix(path[i], end) && path[i] != end:
			value, err := url.PathUnescape(strings.TrimSuffix(path[i], end))
			if err != nil {
				return nil, false
			}
			params[name] = value
		case part != path[i]:
			return nil, false
		}
	}
	return params, true
}

// media finds the media type of a content that a Content-Type names, and gives it as
// the document has it.
func media(content openapi3.Content, header string) (string, bool) {
	name, _, err := mime.ParseMediaType(header)
	if err != nil || content[name] == nil {
		return name, false
	}
	return name, true
}

// types are the kinds of problems that a response is described with: the names of
// its examples.
func types(response *openapi3.Response) []string {
	var all []string
	if body := response.Content[problemType]; body != nil {
		for name := range body.Examples {
			all = append(all, "/problems/"+name)
		}
	}
	slices.Sort(all)
	return all
}

const (
	problemType = "application/problem+json"
	linesType   = "application/x-ndjson"
	eventsType  = "text/event-stream"
)
