// Package docs carries the description of the HTTP interface, so that the
// service can show it, and the figures that were published of games' win rates, so that it
// can show them beside its own.
//
// swag writes swagger.json from the comments on the handlers of
// package api; openapi.json is the same in the words of OpenAPI 3.1, with what swag
// has no words for (api/document_test.go). `make generate` brings both up to
// date, and tests fail if they are not. The pages beside them are written by hand.
package docs

import _ "embed"

// OpenAPI is the description as an OpenAPI 3 document.
//
//go:embed openapi.json
var OpenAPI []byte

// Published has figures that were published of how often games can be won: a table of
// comma-separated values with the columns game (the catalogue's name), variant, centre and
// half_range (in percent, as they were published) and source.
//
//go:embed published/win-rates.csv
var Published []byte

// Necessity has the last column of table 3 of the Solvitaire paper, the share of Klondike's
// winnable deals that need worrying back, in percent: columns draw, centre and half_range.
//
//go:embed published/worrying-back.csv
var Necessity []byte
