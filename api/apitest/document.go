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

// document is the OpenAPI document with the schemas compiled so far.
type document struct {
	api      *openapi3.T
	compiler *jsonschema.Compiler

	lock    sync.Mutex
	schemas map[string]*jsonschema.Schema // by place
}

// resource is the name of the document for the compiler.
const resource = "openapi.json"

// read reads the document, once per program.
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

// at returns a part of a JSON value by the path of its fields.
func at(value any, path ...string) any {
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// schema returns the compiled schema at a path of fields.
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

// route returns the path of the document that matches a path, and its parameters. A fixed part
// has priority over a parameter.
func (d *document) route(path string) (pattern string, item *openapi3.PathItem, params map[string]string) {
	asked := strings.Split(path, "/")
	for candidate, i := range d.api.Paths.Map() {
		found, fits := fit(strings.Split(candidate, "/"), asked)
		// With equally many parameters, one with an ending has priority.
		if fits && (item == nil || len(found) < len(params) || len(found) == len(params) && len(ending(candidate)) > len(ending(pattern))) {
			pattern, item, params = candidate, i, found
		}
	}
	return pattern, item, params
}

// ending returns the text after the parameter in the last part of a pattern, as in {game}.svg.
func ending(pattern string) string {
	last := pattern[strings.LastIndex(pattern, "/")+1:]
	return last[strings.LastIndex(last, "}")+1:]
}

// fit matches the parts of a pattern with those of a path.
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

// media returns the media type of the document that a Content-Type matches.
func media(content openapi3.Content, header string) (string, bool) {
	name, _, err := mime.ParseMediaType(header)
	if err != nil || content[name] == nil {
		return name, false
	}
	return name, true
}

// types returns the kinds of problems of a response: the names of its examples.
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
