// Package e2e tests the whole program: the service over HTTP in this process, and in
// processes of its own that are stopped, killed and overloaded, on databases that go down;
// the pages in Chromium (build tag browser); the clients in Go and TypeScript. Every
// request and answer is compared with the OpenAPI document.
package e2e
