package main

import (
	"syscall/js"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// serveBrowser offers the functions of the program to the worker that has started it,
// and says false if that is none. The worker is told of it by the function that it has
// left in thoughtfulReady.
//
// A call keeps the worker busy until it has its answer. Whoever does not want to wait
// ends the worker.
func serveBrowser() bool {
	ready := js.Global().Get("thoughtfulReady")
	if ready.Type() != js.TypeFunction {
		return false
	}
	var engine *portfolio.Portfolio // made for the first question, which says how large
	functions := js.Global().Get("Object").New()
	functions.Set("solve", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		if engine == nil {
			engine = portfolio.New(int64(arguments[1].Int()) << 20)
		}
		return string(encode(solve([]byte(arguments[0].String()), engine, time.Now)))
	}))
	functions.Set("games", js.FuncOf(func(js.Value, []js.Value) any { return string(games()) }))
	ready.Invoke(functions)
	select {}
}
