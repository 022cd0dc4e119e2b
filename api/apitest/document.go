package apitest

import (
	"bytes"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// document is the OpenAPI document.
type document struct {
	api    *openapi3.T
	router *chi.Mux // finds the path of a request in the document

	lock     sync.Mutex
	compiler *jsonschema.Compiler // keeps the schemas that it compiled
}

// resource is the name of the document for the compiler.
const resource = "openapi.json"

// read reads the document, once per program.
var read = sync.OnceValue(func() *document {
	d, err := parse(docs.OpenAPI)
	if err != nil {
		panic(err)
	}
	return d
})

// A line has full stops. In the router {line}.svg would end at the first one, so its pattern is {line:[^/]+\.svg}.
var (
	extended = regexp.MustCompile(`\{line\}(\.\w+)$`)
	pattern  = regexp.MustCompile(`\{line:\[\^/\]\+\\(\.\w+)\}$`)
)

// Path returns the path in the document of a pattern of the router.
func Path(routed string) string { return pattern.ReplaceAllString(routed, "{line}$1") }

func parse(text []byte) (*document, error) {
	api, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	router := chi.NewRouter()
	for path, item := range api.Paths.Map() {
		for method := range item.Operations() {
			router.Method(method, extended.ReplaceAllString(path, `{line:[^/]+\$1}`), http.NotFoundHandler())
		}
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	components, _ := parsed.(map[string]any)["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, schema := range schemas {
		schema := schema.(map[string]any)
		if schema["properties"] != nil && schema["additionalProperties"] == nil {
			schema["additionalProperties"] = false
		}
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(resource, parsed); err != nil {
		return nil, err
	}
	return &document{api: api, router: router, compiler: compiler}, nil
}

// schema returns the compiled schema at a path of fields.
func (d *document) schema(place ...string) (*jsonschema.Schema, error) {
	pointer := resource + "#"
	for _, name := range place {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.compiler.Compile(pointer)
}

// media returns the media type of the document that a Content-Type matches.
func media(content openapi3.Content, header string) (string, bool) {
	name, _, err := mime.ParseMediaType(header)
	return name, err == nil && content[name] != nil
}

// types returns the kinds of problems of a response: the names of its examples.
func types(response *openapi3.Response) []string {
	var all []string
	if body := response.Content["application/problem+json"]; body != nil {
		for name := range body.Examples {
			all = append(all, "/problems/"+name)
		}
	}
	slices.Sort(all)
	return all
}
