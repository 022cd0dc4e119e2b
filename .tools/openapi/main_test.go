package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/thoughtful-solitaire/thoughtful/docs"
)

// TestOpenAPI compares the document that the service shows with what is made of swag's, and
// validates it.
func TestOpenAPI(t *testing.T) {
	t.Chdir("..")
	swagger, err := os.ReadFile(swaggerFile)
	if err != nil {
		t.Fatal(err)
	}
	got, err := convert(swagger, os.DirFS(examplesPath))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, docs.OpenAPI) {
		t.Error("docs/openapi.json is not what docs/swagger.json says; run make generate")
	}
	types, err := pythonTypes(got)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile(pythonFile); err != nil || !bytes.Equal(types, kept) {
		t.Errorf("%s is not what docs/openapi.json says (%v); run make generate", pythonFile, err)
	}
	loader := openapi3.NewLoader()
	document, err := loader.LoadFromData(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(loader.Context); err != nil {
		t.Errorf("docs/openapi.json is not valid: %v", err)
	}
}

// TestConvert spoils what swag writes: what the document would be wrong about is an error.
func TestConvert(t *testing.T) {
	t.Chdir("..")
	swagger, err := os.ReadFile(swaggerFile)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"description": "not-ready"`: `"description": "not-there"`, // no kind of problem
		`"operationId": "solve"`:     `"operationId": "resolve"`,   // which has no example
	} {
		spoiled := bytes.ReplaceAll(swagger, []byte(from), []byte(to))
		if bytes.Equal(spoiled, swagger) {
			t.Errorf("swagger.json has no %s", from)
		}
		if _, err := convert(spoiled, os.DirFS(examplesPath)); err == nil {
			t.Errorf("%s instead of %s is no error", to, from)
		}
	}
}
