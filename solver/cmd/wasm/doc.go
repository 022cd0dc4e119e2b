// Command offline is the engines without a service: compiled to WebAssembly it solves in
// a browser, in the page that lies beside it, and needs no network.
//
//	make wasm       builds bin/offline, which any static host can serve
//
// In a browser's worker it offers two functions, thoughtful.solve and thoughtful.games,
// that take and give texts of JSON. Everywhere else, in Node as in a shell, it reads a
// request a line and answers each with a line, so that one program can be measured in
// all three:
//
//	go run ./solver/cmd/wasm < requests
//	node "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" bin/offline/thoughtful.wasm < requests
//
// A request is a part of what POST /v1/solve takes, and the answer a part of what it
// answers: game or rules, seed or deal and format, deadline_ms, states. As there, a
// solution is shown only after the referee has replayed it.
//
// answer.go answers, main.go reads lines, browser_js.go meets the browser; page has the
// files of the page, which are copied as they are.
package main
