package main

import (
	"syscall/js"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// serveBrowser offers the functions of the program to the worker that started it, by calling
// the function that the worker has left in thoughtfulReady. It returns false if there is no
// such function; otherwise it does not return.
//
// A call blocks the worker until it has its answer. The page ends the worker to cancel a call.
func serveBrowser() bool {
	ready := js.Global().Get("thoughtfulReady")
	if ready.Type() != js.TypeFunction {
		return false
	}
	var engine *portfolio.Portfolio // made by the first call, which has its size
	functions := js.Global().Get("Object").New()
	for name, call := range calls {
		functions.Set(name, js.FuncOf(func(_ js.Value, arguments []js.Value) any {
			if engine == nil {
				engine = portfolio.New(int64(arguments[1].Int()) << 20)
			}
			return string(encode(call([]byte(arguments[0].String()), engine, time.Now)))
		}))
	}
	// check takes a file as a Uint8Array, and a function that is told the part of it that has been read.
	functions.Set("check", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		file := make([]byte, arguments[0].Get("length").Int())
		js.CopyBytesToGo(file, arguments[0])
		return string(encode(check(file, func(part float64) { arguments[1].Invoke(part) })))
	}))
	functions.Set("games", js.FuncOf(func(js.Value, []js.Value) any { return string(games()) }))
	ready.Invoke(functions)
	select {}
}
