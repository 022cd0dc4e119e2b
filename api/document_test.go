package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// kinds is the table of errors, whole: a test counts.
var kinds = []problem.Kind{
	problem.BadInput, problem.Unauthorized, problem.Forbidden, problem.NotFound, problem.MethodNotAllowed, problem.Conflict, problem.TooLarge, problem.MediaTypeWrong,
	problem.Misdirected, problem.TooMany, problem.Internal, problem.Busy, problem.Unavailable, problem.Filling, problem.NotReady,
}

// convert makes an OpenAPI 3.1 document of the Swagger 2 one that swag writes, and
// says in it what the older language has no words for: which problems a call can end
// in, null, a deal that may be a text, what every response has in its header.
// Generators of clients read the result, so words that several schemas share, such
// as the verdicts, become schemas with a name.
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
	doc.OpenAPI = "3.1.0"
	for _, lines := range []string{"BatchLine", "CampaignResult"} {
		either := doc.Components.Schemas[lines].Value
		for _, name := range slices.Sorted(maps.Keys(either.Properties)) {
			either.OneOf = append(either.OneOf, either.Properties[name])
		}
		either.Type, either.Properties, either.Required = nil, nil, nil
	}
	admission(doc)
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				parameter.Value.Example = parameter.Value.Extensions["x-example"]
				delete(parameter.Value.Extensions, "x-example")
			}
			if operation.RequestBody != nil {
				delete(operation.RequestBody.Value.Extensions, "x-originalParamName")
			}
			for status, response := range operation.Responses.Map() {
				separate(response.Value.Content, status)
			}
			problems(t, doc, operation, method+" "+path)
			readable(operation)
			heads(operation, path)
			if later := operation.Responses.Value("202"); later != nil {
				later.Value.Links = openapi3.Links{"job": {Value: &openapi3.Link{
					OperationID: "job", Parameters: map[string]any{"id": "$response.body#/id"}, Description: "what becomes of it",
				}}}
			}
		}
	}
	doc.Components.Headers = openapi3.Headers{}
	for name, h := range headers {
		doc.Components.Headers[name] = &openapi3.HeaderRef{Value: &h}
	}
	asked := asked(doc)
	for name, schema := range doc.Components.Schemas {
		if asked[name] { // an unknown field is a mistake
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: new(bool)}
		}
		for property, s := range schema.Value.Properties {
			switch {
			case property == "deal" && (asked[name] || name == "ConvertAnswer"), name == "ConvertAnswer" && property == "position":
				s.Value = &openapi3.Schema{Description: s.Value.Description, Nullable: s.Value.Nullable, AllOf: openapi3.SchemaRefs{ref("DealOrText")}}
			case property == "moves" && (strings.HasSuffix(name, "Request") || name == "ConvertAnswer"):
				s.Value = &openapi3.Schema{Description: s.Value.Description, Nullable: s.Value.Nullable, AllOf: openapi3.SchemaRefs{ref("MovesOrText")}}
			case name == "Deal" && property == "foundations":
				cards := openapi3.NewArraySchema().WithItems(openapi3.NewStringSchema())
				s.Value.AnyOf = openapi3.SchemaRefs{cards.NewRef(), openapi3.NewArraySchema().WithItems(cards).NewRef()}
			case property == "type" && schema.Value.Properties["status"] != nil: // a problem's
				s.Value = &openapi3.Schema{Description: s.Value.Description, AllOf: openapi3.SchemaRefs{ref("ProblemType")}}
			}
		}
	}
	doc.Components.Schemas["DealOrText"] = &openapi3.SchemaRef{Value: &openapi3.Schema{
		Description: "a deal in JSON, or as a text in the format that the request names",
		AnyOf:       openapi3.SchemaRefs{ref("Deal"), openapi3.NewStringSchema().NewRef()},
	}}
	list := openapi3.NewArraySchema()
	list.Items = ref("Move")
	doc.Components.Schemas["MovesOrText"] = &openapi3.SchemaRef{Value: &openapi3.Schema{
		Description: "moves in JSON, or as a text in the format that the request names",
		AnyOf:       openapi3.SchemaRefs{list.NewRef(), openapi3.NewStringSchema().NewRef()},
	}}
	doc.Components.Schemas["ProblemType"] = problemTypes().NewRef()
	name(doc)
	for _, schema := range doc.Components.Schemas {
		for _, s := range schema.Value.Properties {
			admitNull(s)
		}
	}
	examples(t, doc)
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// separate leaves a response the media types that its status can have: errors are
// problems, and a text is no object. Events are a text too, in which the data of each
// is an object: OpenAPI 3.1 has no words for that, so that an extension says it.
func separate(content openapi3.Content, status string) {
	for media, body := range content {
		problem := media == problem.MediaType
		switch {
		case problem != (status >= "400"):
			delete(content, media)
		case media == "text/event-stream":
			body.Extensions = map[string]any{"x-event-data": body.Schema}
			body.Schema = openapi3.NewStringSchema().NewRef()
		case strings.HasPrefix(media, "text/"):
			body.Schema = openapi3.NewStringSchema().NewRef()
		}
	}
}

// headers are what responses may have in their header, whatever the call.
var headers = map[string]openapi3.Header{
	"X-Request-Id":     header("names the request in the log; the client's own id if it sent a plain one in this header", openapi3.NewStringSchema()),
	"Retry-After":      header("seconds after which to try again, where that is known", openapi3.NewIntegerSchema().WithMin(1)),
	"WWW-Authenticate": header("how to show a key", openapi3.NewStringSchema()),
	"RateLimit":        header("where the server limits its clients: what is left of the allowance, and the seconds until it is whole again", openapi3.NewStringSchema()),
	"RateLimit-Policy": header("where the server limits its clients: the allowance, and the seconds for which it is", openapi3.NewStringSchema()),
}

func header(description string, s *openapi3.Schema) openapi3.Header {
	return openapi3.Header{Parameter: openapi3.Parameter{Description: description, Schema: s.NewRef()}}
}

// heads says which of those headers the responses of an operation may have.
func heads(operation *openapi3.Operation, path string) {
	for status, response := range operation.Responses.Map() {
		names := []string{"X-Request-Id"}
		if path != "/healthz" && path != "/readyz" {
			names = append(names, "RateLimit", "RateLimit-Policy")
		}
		switch status {
		case "401":
			names = append(names, "WWW-Authenticate")
		case "429", "503":
			names = append(names, "Retry-After")
		}
		if response.Value.Headers == nil {
			response.Value.Headers = openapi3.Headers{}
		}
		for _, name := range names {
			response.Value.Headers[name] = &openapi3.HeaderRef{Ref: "#/components/headers/" + name}
		}
	}
}

// problems says of each error that a call can end in which types of problems come
// with its status, each with an example. Those are the kinds that the handler's
// comment lists in the place of a description, as in
//
//	@Failure	503	{object}	problem.Problem	"busy, unavailable"
//
// or, if it lists none, all that have the status and are not peculiar to a call.
func problems(t *testing.T, doc *openapi3.T, operation *openapi3.Operation, call string) {
	t.Helper()
	mayEnd(operation, problem.Internal)
	for status, response := range operation.Responses.Map() {
		code, err := strconv.Atoi(status)
		if err != nil || code < http.StatusBadRequest {
			continue
		}
		listed := *response.Value.Description
		body := response.Value.Content[problem.MediaType]
		if body == nil {
			t.Fatalf("%s: %s has no problem; say @Produce application/problem+json", call, status)
		}
		body.Examples = openapi3.Examples{}
		var lines []string
		for _, k := range kinds {
			peculiar := k == problem.Filling || k == problem.NotReady
			all := !peculiar && slices.Contains([]string{"", http.StatusText(code)}, listed)
			if k.Status != code || !all && !slices.Contains(strings.Split(listed, ", "), k.Name) {
				continue
			}
			lines = append(lines, fmt.Sprintf("`/problems/%s`: %s", k.Name, meanings(t, doc)[k.Name]))
			body.Examples[k.Name] = &openapi3.ExampleRef{Value: &openapi3.Example{Summary: k.Title, Value: example(t, k)}}
		}
		if len(lines) == 0 {
			t.Fatalf("%s: no problem of the table is what %s %q means", call, status, listed)
		}
		description := strings.Join(lines, "\n\n")
		response.Value.Description = &description
	}
}

// readable says that the errors of pages can be pages.
func readable(operation *openapi3.Operation) {
	if !slices.Contains(operation.Tags, "pages") {
		return
	}
	for status, response := range operation.Responses.Map() {
		if status >= "400" {
			response.Value.Content["text/html"] = openapi3.NewMediaType().WithSchema(openapi3.NewStringSchema())
		}
	}
}

// problemTypes are the kinds of problems as a schema, with the names that generators
// of clients take for them.
func problemTypes() *openapi3.Schema {
	s := openapi3.NewStringSchema()
	s.Description = "what went wrong: a row of the table in this document's description"
	var names []string
	for _, k := range kinds {
		s.Enum = append(s.Enum, "/problems/"+k.Name)
		var name string
		for word := range strings.SplitSeq(k.Name, "-") {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
		names = append(names, name)
	}
	s.Extensions = map[string]any{"x-enum-varnames": names}
	return s
}

// mayEnd says that an operation can end in a kind of problem, whatever its handler
// does.
func mayEnd(operation *openapi3.Operation, k problem.Kind) {
	status := strconv.Itoa(k.Status)
	if operation.Responses.Value(status) == nil {
		content := openapi3.Content{problem.MediaType: openapi3.NewMediaType().WithSchemaRef(ref("Problem"))}
		operation.Responses.Set(status, &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription("").WithContent(content)})
	}
}

// meanings reads what each kind of problem means from the document's description.
func meanings(t *testing.T, doc *openapi3.T) map[string]string {
	t.Helper()
	means := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^- `/problems/([a-z-]+)` \\([0-9]+\\): (.*)$").FindAllStringSubmatch(doc.Info.Description, -1) {
		means[row[1]] = row[2]
	}
	return means
}

// example is a problem of a kind as a client sees it.
func example(t *testing.T, k problem.Kind) any {
	t.Helper()
	e := problem.New(k, "%s", k.Title)
	if k == problem.BadInput {
		e.Fields = strict.Error{{Field: "deal.tableau piles[3][2]", Detail: `"1X" is not a card: write rank and suit, for example TH for the ten of hearts`}}
		e.Detail = strict.Error(e.Fields).Error()
	}
	var answer any = problem.Explain(e)
	if k == problem.NotReady {
		answer = NotReady{problem.Explain(e), Readiness{Parts: map[string]string{"cache": "up", "store": "down"}}}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// asked are the schemas that are part of what clients send.
func asked(doc *openapi3.T) map[string]bool {
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
	"format":     {"DealFormat", "how another program writes a deal as a text", []any{"fc-solve", "pysol", "klondike-solver"}},
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

// TestKindsAreWhole counts the rows of the table of errors.
func TestKindsAreWhole(t *testing.T) {
	source, err := os.ReadFile("problem/kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	if rows := regexp.MustCompile(`= +Kind\{"`).FindAll(source, -1); len(rows) != len(kinds) {
		t.Errorf("kinds.go has %d kinds of problems, these tests %d", len(rows), len(kinds))
	}
}
