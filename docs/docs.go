// Package docs embeds the description of the HTTP interface, the book, the published
// figures that the service shows beside its own, and the counts that it ships, with the verdict
// of each deal.
//
// swag writes swagger.json from the comments on the handlers of package api.
// openapi.json is the same as OpenAPI 3.1, with what swag can't express (the command
// .tools/openapi). `make generate` writes both, and tests fail if they are out
// of date. The pages of the book are written by hand, except for those in reference, which tests
// of packages server/cli and server/service make.
package docs

import "embed"

// OpenAPI is the description as an OpenAPI 3.1 document.
//
//go:embed openapi.json
var OpenAPI []byte

// Book holds the pages and their pictures by their paths, such as build/hints.md. README.md lists
// them in their order, by shelf. Links between them are relative.
//
//go:embed README.md start build run figures inside play reference pictures
var Book embed.FS

// Published holds published win rates as comma-separated values with the columns game (the
// catalogue's name), variant, centre and half_range (in percent, as published) and source.
//
//go:embed published/win-rates.csv
var Published []byte

// Tallies holds the counts that the program and its players made before this version was built, in
// the format of package solver/packed.
//
//go:embed published/tallies.csv
var Tallies []byte

// Spreads holds distributions of states and lengths of some of these deals, in the format of
// package solver/packed.
//
//go:embed published/spreads.csv.gz
var Spreads []byte
