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

// describeProblems says in the OpenAPI document which problems there are, and how a key is shown.
func describeProblems(doc *openapi3.T) {
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
}

// stored matches the paths of calls that read what is stored, or count it.
var stored = regexp.MustCompile(`^/v1/(jobs|campaigns|stats|.*\{id\})`)

// ofAny returns the kinds of problems that middleware and reading can answer any call at a path with.
func ofAny(operation *openapi3.Operation, path string) []problem.Kind {
	kinds := []problem.Kind{problem.Misdirected, problem.Internal}
	if strings.Contains(path, "{") {
		kinds = append(kinds, problem.NotFound)
	}
	if strings.HasPrefix(path, "/v1/") {
		kinds = append(kinds, problem.BadInput)
		if body := operation.RequestBody; body != nil && body.Value.Content["application/json"] != nil {
			kinds = append(kinds, problem.TooLarge, problem.MediaTypeWrong, problem.Busy, problem.Unavailable)
		}
		if stored.MatchString(path) {
			kinds = append(kinds, problem.Unavailable)
		}
	}
	if path != "/healthz" && path != "/readyz" {
		kinds = append(kinds, problem.TooMany, problem.Unauthorized)
	}
	return kinds
}

// problems lists the kinds of problems of a call under each status of an error, each with an example. Some are
// those of [ofAny]. The others are named by the handler's comment:
//
//	@Failure	503	{object}	problem.Problem	"busy, unavailable"
//
// If the comment names none, they are all kinds with that status, except NotReady and NoProof. The errors of a
// page can be pages, too.
func problems(operation *openapi3.Operation, path string) error {
	kinds := ofAny(operation, path)
	problems := map[int]*openapi3.MediaType{} // by status
	for status, response := range operation.Responses.Map() {
		code, err := strconv.Atoi(status)
		if err != nil || code < http.StatusBadRequest {
			continue
		}
		before, listed := len(kinds), strings.Split(*response.Value.Description, ", ")
		for _, k := range problem.Kinds {
			all := k != problem.NotReady && k != problem.NoProof && slices.Contains(listed, http.StatusText(code))
			if k.Status == code && (all || slices.Contains(listed, k.Name)) {
				kinds = append(kinds, k)
			}
		}
		if len(kinds) == before {
			return fmt.Errorf("no problem of the table is what %s %q means", status, *response.Value.Description)
		}
		problems[code] = response.Value.Content[problem.MediaType]
		operation.Responses.Delete(status)
	}
	for _, k := range problem.Kinds {
		if !slices.Contains(kinds, k) {
			continue
		}
		body := problems[k.Status]
		if body == nil {
			body = openapi3.NewMediaType().WithSchemaRef(ref("Problem"))
			problems[k.Status] = body
		}
		said := fmt.Sprintf("`/problems/%s`: %s", k.Name, k.Meaning)
		if response := operation.Responses.Status(k.Status); response != nil {
			*response.Value.Description += "\n\n" + said
		} else {
			body.Examples = openapi3.Examples{}
			content := openapi3.Content{problem.MediaType: body}
			if slices.Contains(operation.Tags, "pages") {
				content["text/html"] = openapi3.NewMediaType().WithSchema(openapi3.NewStringSchema())
			}
			response := openapi3.NewResponse().WithDescription(said).WithContent(content)
			operation.Responses.Set(strconv.Itoa(k.Status), &openapi3.ResponseRef{Value: response})
		}
		body.Examples[k.Name] = &openapi3.ExampleRef{Value: &openapi3.Example{Summary: k.Title, Value: example(k)}}
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
