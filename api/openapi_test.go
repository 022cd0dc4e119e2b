package api

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

var update = flag.Bool("update", false, "write what the tests find as what they expect")

// TestOpenAPI converts what swag generated to OpenAPI 3 and compares it with the
// document that the service shows; with -update it writes that document.
func TestOpenAPI(t *testing.T) {
	generated, err := os.ReadFile("../docs/swagger.json")
	if err != nil {
		t.Fatal(err)
	}
	got := convert(t, generated)
	if *update {
		if err := os.WriteFile("../docs/openapi.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(got, docs.OpenAPI) {
		t.Error("docs/openapi.json is not what docs/swagger.json says; run make generate")
	}
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(loader.Context); err != nil {
		t.Errorf("docs/openapi.json is not valid: %v", err)
	}
}

// convert makes an OpenAPI 3 document of a Swagger 2 one, and says in it what the
// older language has no words for.
func convert(t *testing.T, swagger []byte) []byte {
	t.Helper()
	var old openapi2.T
	if err := json.Unmarshal(swagger, &old); err != nil {
		t.Fatal(err)
	}
	doc, err := openapi2conv.ToV3(&old)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				parameter.Value.Example = parameter.Value.Extensions["x-example"]
				delete(parameter.Value.Extensions, "x-example")
			}
			for status, response := range operation.Responses.Map() {
				separate(response.Value.Content, status)
			}
		}
	}
	either := doc.Components.Schemas["BatchLine"].Value
	for _, name := range slices.Sorted(maps.Keys(either.Properties)) {
		either.OneOf = append(either.OneOf, either.Properties[name])
	}
	either.Type, either.Properties, either.Required = nil, nil, nil
	for name, schema := range doc.Components.Schemas {
		if asked(name) {
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: new(bool)}
		}
		for property, s := range schema.Value.Properties {
			admitNull(s.Value)
			if property == "deal" && asked(name) { // or a text in some format
				either := openapi3.NewSchema()
				either.Description = s.Value.Description
				either.AnyOf = openapi3.SchemaRefs{openapi3.NewSchemaRef("#/components/schemas/Deal", nil), openapi3.NewStringSchema().NewRef()}
				schema.Value.Properties[property] = either.NewRef()
				continue
			}
			if name == "Deal" && property == "foundations" {
				cards := openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema())
				s.Value.AnyOf = openapi3.SchemaRefs{cards.NewRef(), openapi3.NewArraySchema().WithItems(cards).NewRef()}
			}
		}
	}
	admission(doc)
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// separate leaves a response the media types that its status can have: errors are
// problems, and a text is no object.
func separate(content openapi3.Content, status string) {
	for media, body := range content {
		problem := media == problemType
		switch {
		case problem != (status >= "400"):
			delete(content, media)
		case strings.HasPrefix(media, "text/"):
			body.Schema = openapi3.NewStringSchema().NewRef()
		}
	}
}

// asked tells whether a schema is part of what clients send, where an unknown
// field is a mistake.
func asked(name string) bool {
	return strings.HasSuffix(name, "Request") || strings.HasSuffix(name, "Rules") || name == "Deal" || name == "Move"
}

// admitNull lets null pass where a schema says nullable but a part of it does not.
func admitNull(s *openapi3.Schema) {
	switch {
	case s == nil || !s.Nullable:
	case len(s.Enum) > 0:
		s.Enum = append(s.Enum, nil)
	case len(s.AllOf) > 0:
		null := openapi3.NewObjectSchema().WithNullable().WithEnum(nil)
		s.OneOf, s.AllOf, s.Nullable = append(s.AllOf, null.NewRef()), nil, false
	}
}

// TestRoutesAreDocumented compares the routes with the document, both ways. The
// pages' own files are no part of the interface.
func TestRoutesAreDocumented(t *testing.T) {
	var routed, documented []string
	err := chi.Walk(routes(newService(Options{})), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if route != "/web/{file}" {
			routed = append(routed, method+" "+route)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range document(t).Paths.Map() {
		for method := range item.Operations() {
			documented = append(documented, method+" "+path)
		}
	}
	slices.Sort(routed)
	slices.Sort(documented)
	if !slices.Equal(routed, documented) {
		t.Errorf("routed:\n%s\ndocumented:\n%s", strings.Join(routed, "\n"), strings.Join(documented, "\n"))
	}
}

// TestProblemsAreDocumented finds each row of the table of errors in the
// document's description.
func TestProblemsAreDocumented(t *testing.T) {
	description := document(t).Info.Description
	kinds := []kind{badInput, unauthorized, forbidden, notFound, methodNotAllowed, tooLarge, mediaType, misdirected, tooMany, internal, busy, unavailable, notReady}
	for _, k := range kinds {
		row := fmt.Sprintf("- `/problems/%s` (%d): ", k.name, k.status)
		if !strings.Contains(description, row) {
			t.Errorf("the description lacks %q", row)
		}
	}
	if got := strings.Count(description, "/problems/"); got != len(kinds) {
		t.Errorf("the description has %d kinds of problems, the table %d", got, len(kinds))
	}
}

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(docs.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func init() {
	openapi3filter.RegisterBodyDecoder(problemType, openapi3filter.JSONBodyDecoder)
	openapi3filter.RegisterBodyDecoder(ndjson, openapi3filter.JSONBodyDecoder) // line by line
}

// conform checks a response, and the request if it was a good one, against the
// document.
func conform(t *testing.T, r *http.Request, body []byte, w *httptest.ResponseRecorder, route string) {
	t.Helper()
	doc := document(t)
	for name, schema := range doc.Components.Schemas {
		if !asked(name) && schema.Value.OneOf == nil { // here the document is to be complete
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: new(bool)}
		}
	}
	item := doc.Paths.Find(route)
	method := r.Method
	if method == http.MethodHead || method == http.MethodOptions {
		return // has no body, and the headers of GET; or is not said in documents
	}
	if item == nil || item.GetOperation(method) == nil {
		// Whoever may not call is refused before there is anything to be found.
		if w.Code < http.StatusBadRequest || w.Code >= http.StatusInternalServerError {
			t.Errorf("%s %s answered %d, but is not in the document", method, route, w.Code)
		}
		return
	}
	params := map[string]string{}
	for _, p := range item.GetOperation(method).Parameters {
		if p.Value.In == openapi3.ParameterInPath {
			params[p.Value.Name] = "x"
		}
	}
	again := httptest.NewRequest(method, r.URL.String(), bytes.NewReader(body))
	again.Header = r.Header
	input := &openapi3filter.RequestValidationInput{
		Request: again, PathParams: params,
		Route:   &routers.Route{Spec: doc, Path: route, PathItem: item, Method: method, Operation: item.GetOperation(method)},
		Options: &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	lines := [][]byte{w.Body.Bytes()}
	if w.Header().Get("Content-Type") == ndjson {
		lines = slices.Collect(bytes.Lines(w.Body.Bytes()))
	}
	if w.Code < 400 && r.Header.Get("Content-Type") != ndjson {
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			t.Errorf("the document has no such request: %v", err)
		}
	}
	response := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: w.Code, Header: w.Header(),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	for _, line := range lines {
		response.SetBodyBytes(line)
		if err := openapi3filter.ValidateResponse(context.Background(), response); err != nil {
			t.Errorf("the document has no such response: %v in %s", err, line)
		}
	}
}
