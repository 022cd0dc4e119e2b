// Package mcp offers the calls of the service as tools of the Model Context Protocol, so that
// language models can ask it whether a deal can be won, what to play, and where a game was lost.
//
// A tool is a call of the HTTP interface. Its description and input come from the operation in the
// OpenAPI document, so a new tool needs only its name in the list in tools.go. A call of a tool becomes
// a request to a running service, in this process or elsewhere, with the limits, caches and checks of
// every client. The input schemas describe the rules of a game as any JSON object, because a schema of
// the rules would be longer than the descriptions of all tools together. The service checks them.
//
// # Files
//
// tools.go makes tools from the OpenAPI document, server.go calls the service, lines.go reads and
// writes messages.
package mcp
