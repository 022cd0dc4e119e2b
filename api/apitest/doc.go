// Package apitest checks HTTP exchanges of tests against the service's OpenAPI document. Only
// tests import it.
//
// Tests of a service use [Transport], tests of a handler [Handler]. Both pass everything on
// unchanged and check it: a status, type of problem, header or field that the document does not
// have, or a body of another shape, fails the test, and so does a successful request that the
// document does not allow. Bodies are checked at their end; of streams, each line as it passes.
//
// Schemas of OpenAPI 3.1 are JSON Schema and compiled once. Clients must tolerate unknown fields,
// because answers may get more; here they are errors.
//
// document.go finds the call and its schemas in the document, exchange.go is one request and its
// answer, pass.go has the two ways to observe it.
package apitest
