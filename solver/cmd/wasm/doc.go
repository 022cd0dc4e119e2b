// Command wasm answers questions about deals without a service. Compiled to WebAssembly it runs in a
// browser or in Node, and needs no network.
//
//	make wasm       builds it as an npm package, bin/engine, as files that the service serves,
//	                api/web/engine, and as a page for any static host, bin/offline
//
// In a browser's worker it offers the functions solve, moves, analyse, replay, deal and games, whose
// arguments and results are JSON texts, and check for a file with a proof. Elsewhere, in a shell, it
// reads a request for solve from each line and writes an answer to each line, so one program can be
// measured in all three:
//
//	go run ./solver/cmd/wasm < requests
//	node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" bin/engine/thoughtful.wasm < requests
//
// Requests have a part of the fields of the service's calls of the same names: game or rules, seed or
// deal and format, deadline_ms, states, and moves where moves were played. Answers have a part of its
// answers, with the same meaning. A solution is shown only after the referee has replayed it. Package
// api, which answers the calls in the service, would make the program 5.3 MB with gzip instead of 2.2.
//
// # Files
//
//   - answer.go reads requests, and answers solve.
//   - check.go checks proofs of losses, by package proof and without the engines.
//   - moves.go answers moves; played.go analyse, replay and deal.
//   - main.go reads requests from lines.
//   - browser_js.go serves a browser.
//   - npm has the loader, its types, a worker and the manifest of the npm package.
//   - pack.go is a program of its own, which puts the package together.
//   - page has the files of the page, which are copied unchanged.
package main
