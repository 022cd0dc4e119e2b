// Package apitest holds what tests say over HTTP, and what they are answered,
// against the service's OpenAPI document.
//
// A test that talks to a service does so through [Transport]; one that calls a
// handler calls it through [Handler]. Either passes everything on as it is and
// looks on: a status that the call's description does not list, a type of problem
// that it does not list with that status, a header or a field that it does not
// know, a body of another shape fail the test, and so does a request, or a line of
// one, that was answered well although the document has no such request. Bodies are
// checked when they are at their end; of those that are a document a line or events,
// each line as it passes, so that an answer may be as long as it likes, and streams
// stay streams.
//
// Schemas of OpenAPI 3.1 are JSON Schema, and a validator of that checks them, each
// compiled once. In the document a client has to put up with fields that it does not
// know, because the service may come to answer with more; here they are faults.
//
// This is for tests only; nothing in the service imports it.
//
// The organs: document.go finds the call and its schemas in the document,
// exchange.go is one request and its answer, pass.go the two ways to look on.
package apitest
