package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
)

// convert makes an OpenAPI 3.1 document of the Swagger 2 one that swag writes. Generators of
// clients read the result, so words that several schemas share, such as the verdicts, become
// schemas with a name.
func convert(swagger []byte, examples fs.FS) ([]byte, error) {
	var old openapi2.T
	if err := json.Unmarshal(swagger, &old); err != nil {
		return nil, err
	}
	for path, item := range old.Paths {
		for _, operation := range item.Operations() {
			nameInPath(operation, path)
			group := slices.IndexFunc(groups, func(g group) bool { return g.paths.MatchString(path) })
			operation.Tags = []string{groups[group].name}
			if len(operation.Produces) == 0 {
				operation.Produces = []string{"application/json"}
				if groups[group].name == "pages" {
					operation.Produces = []string{"text/html"}
				}
			}
			if groups[group].name == "pages" {
				operation.Parameters = append(operation.Parameters, languageOfPage())
			}
			operation.Produces = append(operation.Produces, problem.MediaType)
			if operation.Responses == nil {
				operation.Responses = &openapi2.Responses{}
			}
			if status := slices.Collect(maps.Keys(operation.Responses.Map())); len(status) == 0 || slices.Min(status) >= "400" {
				words := &openapi2.SchemaRef{Value: &openapi2.Schema{Type: &openapi3.Types{openapi3.TypeString}}}
				operation.Responses.Set("200", &openapi2.Response{Description: "OK", Schema: words})
			}
		}
	}
	doc, err := openapi2conv.ToV3(&old)
	if err != nil {
		return nil, err
	}
	doc.OpenAPI = "3.1.0"
	for _, g := range groups {
		doc.Tags = append(doc.Tags, &openapi3.Tag{Name: g.name, Description: g.description})
	}
	for _, lines := range []string{"BatchLine", "CampaignResult"} {
		either := doc.Components.Schemas[lines].Value
		for _, name := range slices.Sorted(maps.Keys(either.Properties)) {
			either.OneOf = append(either.OneOf, either.Properties[name])
		}
		either.Type, either.Properties, either.Required = nil, nil, nil
	}
	describeProblems(doc)
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
				keepMediaTypes(response.Value.Content, status)
			}
			if err := problems(operation, path); err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			describeETag(operation, method, path)
			describeHeaders(operation, path)
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
	schemas(doc)
	if err := exemplify(doc, examples); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

// group is a group of calls.
type group struct {
	name, description string
	paths             *regexp.Regexp
}

// groups are all of them. A call belongs to the first that matches its path.
var groups = []group{
	{"verdicts", "Verdicts of positions.", regexp.MustCompile(`^/v1/(solve|batches|difficulty)$`)},
	{"moves", "Verdicts of moves, and advice.", regexp.MustCompile(`^/v1/(moves|analyse|advise|replay)$`)},
	{"games", "Games and their rules.", regexp.MustCompile(`^/v1/games(/\{game\})?$`)},
	{"deals", "Numbered deals, winnable deals and stored verdicts.", regexp.MustCompile(`^/v1/(games|deals|convert)`)},
	{"players", "Computer players, and games that they play.", regexp.MustCompile(`^/v1/(players|play)$`)},
	{"jobs", "Solve requests that are answered later.", regexp.MustCompile(`^/v1/(jobs|webhooks)`)},
	{"campaigns", "Win rates measured over many deals.", regexp.MustCompile(`^/v1/campaigns`)},
	{"stats", "Known win rates.", regexp.MustCompile(`^/(v1/stats|data)`)},
	{"operation", "For operators.", regexp.MustCompile(`^/(healthz|readyz|metrics|openapi\.json)$`)},
	{"pages", "For browsers. Errors are pages too, if `Accept` has `text/html`.", regexp.MustCompile(``)},
}

// namesInPath are what names in paths mean where the comment of a call does not say it.
var namesInPath = []struct{ place, name, description, example string }{
	{"/deals/{seed}", "seed", "deal by number", "microsoft:11982"},
	{"/{game}/deals/{seed}", "game", "a game's name or alias", "free-cell"},
	{"/{game}", "game", "a game's name or alias", "klondike"},
	{"/deals/{id}", "id", "a deal's id", "1-0123456789abcdef0123456789abcdef"},
	{"/jobs/{id}", "id", "the job's id", "Q2NFIMYJMZ5DRGSYLIBTSQTCHX"},
	{"/campaigns/{id}", "id", "the campaign's id", "Q2NFIMYJMZ5DRGSYLIBTSQTCHX"},
}

// nameInPath says what the names in the path of a call mean.
func nameInPath(operation *openapi2.Operation, path string) {
	for _, n := range namesInPath {
		known := slices.ContainsFunc(operation.Parameters, func(p *openapi2.Parameter) bool { return p.Name == n.name })
		if known || !strings.Contains(path, n.place) {
			continue
		}
		operation.Parameters = slices.Insert(operation.Parameters, 0, &openapi2.Parameter{
			In: "path", Name: n.name, Description: n.description, Required: true,
			Type: &openapi3.Types{openapi3.TypeString}, Extensions: map[string]any{"x-example": n.example},
		})
	}
}

// languageOfPage is the parameter that chooses the language of a page.
func languageOfPage() *openapi2.Parameter {
	p := &openapi2.Parameter{
		In: "query", Name: "language", Description: "language of the page, which the browser then remembers; without it, the one remembered, else by Accept-Language. Docs are in English.",
		Type: &openapi3.Types{openapi3.TypeString},
	}
	for _, l := range words.Languages {
		p.Enum = append(p.Enum, string(l))
	}
	return p
}

// keepMediaTypes leaves a response the media types that its status can have: errors are
// problems, and a text is no object. Events are a text too, in which the data of each
// is an object: OpenAPI 3.1 has no words for that, so that an extension says it.
func keepMediaTypes(content openapi3.Content, status string) {
	for media, body := range content {
		problem := media == problem.MediaType
		switch {
		case problem != (status >= "400"), media == "application/gzip" && status == "202",
			media == "application/json" && status < "202" && content["application/gzip"] != nil, media == "application/json" && status == "206": // a file, or the job that makes it
			delete(content, media)
		case media == "text/event-stream":
			body.Extensions = map[string]any{"x-event-data": body.Schema}
			body.Schema = openapi3.NewStringSchema().NewRef()
		case media == "application/gzip":
			body.Schema = nil // bytes, for which OpenAPI 3.1 has no type
		case strings.HasPrefix(media, "text/"):
			body.Schema = openapi3.NewStringSchema().NewRef()
		}
	}
}

// headers are what responses may have in their header, whatever the call.
var headers = map[string]openapi3.Header{
	"Set-Cookie":       header("remembers the language that the parameter chose", openapi3.NewStringSchema()),
	"X-Request-Id":     header("names the request in the log; the client's own id if it sent a plain one in this header", openapi3.NewStringSchema()),
	"Retry-After":      header("seconds after which to try again, where that is known", openapi3.NewIntegerSchema().WithMin(1)),
	"ETag":             header("changes when the answer does; for If-None-Match", openapi3.NewStringSchema()),
	"WWW-Authenticate": header("how to show a key", openapi3.NewStringSchema()),
	"RateLimit":        header("where the server limits its clients: what is left of the allowance, and the seconds until it is whole again", openapi3.NewStringSchema()),
	"RateLimit-Policy": header("where the server limits its clients: the allowance, and the seconds for which it is", openapi3.NewStringSchema()),
}

func header(description string, s *openapi3.Schema) openapi3.Header {
	return openapi3.Header{Parameter: openapi3.Parameter{Description: description, Schema: s.NewRef()}}
}

// describeETag says of reads that answer with a document, a text, a page or a picture that they have an ETag,
// and repeat the links of a list where nothing has changed.
func describeETag(operation *openapi3.Operation, method, path string) {
	answer := operation.Responses.Value("200")
	if method != http.MethodGet || answer == nil || operation.Responses.Value("304") != nil {
		return
	}
	always := []string{"text/html", "image/svg+xml", "image/png"}
	if strings.HasPrefix(path, "/v1/") || path == "/openapi.json" || path == "/docs/index" {
		always = append(always, "application/json", "text/plain")
	}
	if len(answer.Value.Content) == 1 { // where there are other formats, a table is a stream
		always = append(always, "text/csv")
	}
	if !slices.ContainsFunc(always, func(media string) bool { return answer.Value.Content[media] != nil }) {
		return
	}
	unchanged := openapi3.NewResponse().WithDescription("Not Modified")
	if link := answer.Value.Headers["Link"]; link != nil {
		unchanged.Headers = openapi3.Headers{"Link": link}
	}
	operation.Responses.Set("304", &openapi3.ResponseRef{Value: unchanged})
}

// describeHeaders says which of those headers the responses of an operation may have.
func describeHeaders(operation *openapi3.Operation, path string) {
	for status, response := range operation.Responses.Map() {
		names := []string{"X-Request-Id"}
		if path != "/healthz" && path != "/readyz" {
			names = append(names, "RateLimit", "RateLimit-Policy")
		}
		if status < "400" && slices.Contains(operation.Tags, "pages") {
			names = append(names, "Set-Cookie")
		}
		switch status {
		case "200", "304":
			if operation.Responses.Value("304") != nil {
				names = append(names, "ETag")
			}
		case "401":
			names = append(names, "WWW-Authenticate")
		case "429", "503":
			names = append(names, "Retry-After")
		}
		if response.Value.Headers == nil {
			response.Value.Headers = openapi3.Headers{}
		}
		for _, name := range names {
			if response.Value.Headers[name] == nil {
				response.Value.Headers[name] = &openapi3.HeaderRef{Ref: "#/components/headers/" + name}
			}
		}
	}
}
