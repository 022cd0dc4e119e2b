// Command typescript makes thoughtful.ts, the client for TypeScript and JavaScript,
// from the service's OpenAPI document:
//
//	go run ./api/client/typescript
//
// It knows as much of OpenAPI as that document uses, and stops where it meets
// something else. The client is one file that imports nothing, for browsers, Node.js
// and whatever else has fetch: a type for each schema, a method for each call, and
// between them what is written by hand, core.ts, which is the same for every
// document.
//
// The organs: types.go says schemas, calls.go says calls.
package main
