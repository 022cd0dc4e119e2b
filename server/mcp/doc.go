// Package mcp offers the calls of the service as tools of the Model Context Protocol, so that
// language models can ask it whether a deal can be won, what to play, and where a game was lost.
//
// A tool is a call of the HTTP interface. Its name, description and input are those of the
// operation in the OpenAPI document, so a call that is described there needs nothing but its name
// in the list of tools here. A call of a tool becomes a request to a running service, in
// this process or elsewhere, with the limits, caches and checks that every client has. Rules of
// games are any JSON object in the input of a tool, because their whole description
// would be longer than that of all tools together; the service checks them.
//
// # Files
//
// tools.go makes tools from the OpenAPI document; server.go calls the service.
package mcp
