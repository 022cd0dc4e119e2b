// Command openapi makes docs/openapi.json of docs/swagger.json, which swag writes from the
// comments on the handlers of package api, and the types of the client for Python of that. Run it in
// the folder of its module, as make generate does.
//
// Swagger 2 has no words for some of what the interface is: which problems a call can end in,
// null, a deal that may be a text, what every response has in its header. The document says
// them in OpenAPI 3.1. Its examples are the requests and answers of api/testdata/examples,
// which a test of the server sends to a real one.
//
// convert.go has the order of the changes, problems.go what a call can be refused with and
// end in, schemas.go the bodies, examples.go the examples, python.go the types for Python.
package main

import (
	"fmt"
	"os"
)

// The files, as seen from the folder of the module.
const (
	swaggerFile  = "../docs/swagger.json"
	openAPIFile  = "../docs/openapi.json"
	examplesPath = "../api/testdata/examples"
	pythonFile   = "../api/client/python/thoughtful_client/schema.py"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run() error {
	swagger, err := os.ReadFile(swaggerFile)
	if err != nil {
		return err
	}
	document, err := convert(swagger, os.DirFS(examplesPath))
	if err != nil {
		return err
	}
	if err := os.WriteFile(openAPIFile, document, 0o644); err != nil {
		return err
	}
	types, err := pythonTypes(document)
	if err != nil {
		return err
	}
	return os.WriteFile(pythonFile, types, 0o644)
}
