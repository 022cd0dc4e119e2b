// Package docs carries the description of the HTTP interface, so that the
// service can show it.
//
// swag writes swagger.json and swagger.yaml from the comments on the handlers of
// package api; openapi.json is the same in the words of OpenAPI 3.1, with what swag
// has no words for (api/document_test.go). `make generate` brings all three up to
// date, and tests fail if they are not. The pages beside them are written by hand.
package docs

import _ "embed"

// OpenAPI is the description as an OpenAPI 3 document.
//
//go:embed openapi.json
var OpenAPI []byte
