// Command wasm solves deals without a service. Compiled to WebAssembly it runs in a browser, in the
// page of folder page, and needs no network.
//
//	make wasm       builds bin/offline, which any static host can serve
//
// In a browser's worker it offers two functions, thoughtful.solve and thoughtful.games, whose
// arguments and results are JSON texts. Elsewhere, in Node or in a shell, it reads a request from
// each line and writes an answer to each line, so one program can be measured in all three:
//
//	go run ./solver/cmd/wasm < requests
//	node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" bin/offline/thoughtful.wasm < requests
//
// Requests have a part of the fields of POST /v1/solve: game or rules, seed or deal and format,
// deadline_ms, states. Answers have a part of its answers. A solution is shown only after the referee
// has replayed it.
//
// # Files
//
//   - answer.go answers requests.
//   - main.go reads them from lines.
//   - browser_js.go serves a browser.
//   - page has the files of the page, which are copied unchanged.
package main
