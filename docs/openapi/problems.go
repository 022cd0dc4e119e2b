package main

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// admission says in the OpenAPI document which problems there are, what any call may be refused with because
// of who calls, and how a key is shown.
func admission(doc *openapi3.T) {
	doc.Components.SecuritySchemes = openapi3.SecuritySchemes{"key": &openapi3.SecuritySchemeRef{
		Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer").
			WithDescription("A key of the server, where it has any. What needs one depends on the server."),
	}}
	doc.Security = *openapi3.NewSecurityRequirements().
		With(openapi3.NewSecurityRequirement()).
		With(openapi3.NewSecurityRequirement().Authenticate("key"))
	for _, k := range problem.Kinds {
		doc.Info.Description += fmt.Sprintf("\n- `/problems/%s` (%d): %s", k.Name, k.Status, k.Meaning)
	}
	for path, item := range doc.Paths.Map() {
		for _, operation := range item.Operations() {
			mayEnd(operation, problem.Misdirected, problem.Internal)
			if strings.Contains(path, "{") {
				mayEnd(operation, problem.NotFound)
			}
			if strings.HasPrefix(path, "/v1/") {
				mayEnd(operation, problem.BadInput)
				if body := operation.RequestBody; body != nil && body.Value.Content["application/json"] != nil {
					mayEnd(operation, problem.TooLarge, problem.MediaTypeWrong, problem.Busy, problem.Unavailable)
				}
				if stored.MatchString(path) {
					mayEnd(operation, problem.Unavailable)
				}
			}
			if path != "/healthz" && path != "/readyz" {
				mayEnd(operation, problem.TooMany, problem.Unauthorized)
			}
		}
	}
}

// stored matches the paths of calls that read what is stored, or count it.
var stored = regexp.MustCompile(`^/v1/(jobs|campaigns|stats|.*\{id\})`)

// mayEnd says that an operation can end in kinds of problems, whatever its handler says.
func mayEnd(operation *openapi3.Operation, kinds ...problem.Kind) {
	for _, k := range kinds {
		status := strconv.Itoa(k.Status)
		response := operation.Responses.Value(status)
		if response == nil {
			content := openapi3.Content{problem.MediaType: openapi3.NewMediaType().WithSchemaRef(ref("Problem"))}
			response = &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription(k.Name).WithContent(content)}
			operation.Responses.Set(status, response)
		}
		if listed := *response.Value.Description; !slices.Contains(strings.Split(listed, ", "), k.Name) {
			response.Value.WithDescription(listed + ", " + k.Name)
		}
	}
}

// problems says of each error that a call can end in which types of problems come
// with its status, each with an example. Those are the kinds that the handler's
// comment lists in the place of a description, as in
//
//	@Failure	503	{object}	problem.Problem	"busy, unavailable"
//
// or, if it lists none, all that have the status and are not peculiar to a call; and those of [mayEnd].
func problems(operation *openapi3.Operation) error {
	for status, response := range operation.Responses.Map() {
		code, err := strconv.Atoi(status)
		if err != nil || code < http.StatusBadRequest {
			continue
		}
		listed := strings.Split(*response.Value.Description, ", ")
		body := response.Value.Content[problem.MediaType]
		body.Examples = openapi3.Examples{}
		var lines []string
		for _, k := range problem.Kinds {
			all := k != problem.NotReady && k != problem.NoProof && slices.Contains(listed, http.StatusText(code))
			if k.Status != code || !all && !slices.Contains(listed, k.Name) {
				continue
			}
			lines = append(lines, fmt.Sprintf("`/problems/%s`: %s", k.Name, k.Meaning))
			body.Examples[k.Name] = &openapi3.ExampleRef{Value: &openapi3.Example{Summary: k.Title, Value: example(k)}}
		}
		if len(lines) == 0 {
			return fmt.Errorf("no problem of the table is what %s %q means", status, *response.Value.Description)
		}
		description := strings.Join(lines, "\n\n")
		response.Value.Description = &description
	}
	return nil
}

// example is a problem of a kind as a client sees it.
func example(k problem.Kind) any {
	e := problem.New(k, "%s", k.Title)
	if k == problem.BadInput {
		e.Fields = strict.Error{{Field: "deal.tableau piles[3][2]", Detail: `"1X" is not a card: write rank and suit, for example TH for the ten of hearts`}}
		e.Detail = strict.Error(e.Fields).Error()
	}
	if k == problem.NotReady {
		return api.NotReady{Problem: problem.Explain(e), Readiness: api.Readiness{Parts: map[string]string{"cache": "up", "store": "down"}}}
	}
	return problem.Explain(e)
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
	for _, k := range problem.Kinds {
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
