package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// admission says in the OpenAPI document what any call may be refused with because
// of who calls, and how a key is shown.
func admission(doc *openapi3.T) {
	doc.Components.SecuritySchemes = openapi3.SecuritySchemes{"key": &openapi3.SecuritySchemeRef{
		Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer").
			WithDescription("A key of the server, where it has any. What needs one depends on the server."),
	}}
	doc.Security = *openapi3.NewSecurityRequirements().
		With(openapi3.NewSecurityRequirement()).
		With(openapi3.NewSecurityRequirement().Authenticate("key"))
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, k := range refusals(doc, path, method, operation) {
				mayEnd(operation, k)
			}
		}
	}
}

// refusals are the problems with which an operation may be refused.
func refusals(doc *openapi3.T, path, method string, operation *openapi3.Operation) []kind {
	all := []kind{misdirected}
	if path == "/healthz" || path == "/readyz" {
		return all
	}
	all = append(all, tooMany, unauthorized)
	if method == http.MethodDelete || takesFresh(doc, operation) {
		all = append(all, forbidden)
	}
	return all
}

// takesFresh tells whether an operation's request has the field fresh.
func takesFresh(doc *openapi3.T, operation *openapi3.Operation) bool {
	if operation.RequestBody == nil {
		return false
	}
	return slices.ContainsFunc(schemas(operation.RequestBody.Value.Content), func(s *openapi3.SchemaRef) bool {
		named := doc.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
		return named != nil && named.Value.Properties["fresh"] != nil
	})
}

func schemas(content openapi3.Content) []*openapi3.SchemaRef {
	var all []*openapi3.SchemaRef
	for _, media := range content {
		all = append(all, media.Schema)
	}
	return all
}
