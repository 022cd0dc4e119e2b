//go:build ignore

// This program builds the engines for browsers. Run it in the repository's root, as make wasm does:
//
//	go run solver/cmd/wasm/pack.go PACKAGE [SERVED]
//
// It writes the npm package thoughtful-engine into the folder PACKAGE, and what the service serves of
// it into the folder SERVED, with the WebAssembly compressed. The same commit and the same Go give
// the same files.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	program = "./solver/cmd/wasm"
	module  = "thoughtful.wasm"
)

// served are the files that a page loads, apart from the module.
var served = []string{"engine.js", "worker.js", "wasm_exec.js"}

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: pack PACKAGE [SERVED]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(folder string, serving []string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("looking for Go: %w", err)
	}
	goroot := strings.TrimSpace(string(root))
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(program, "npm"))); err != nil {
		return err
	}
	for to, from := range map[string]string{
		"wasm_exec.js": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), // of the Go that compiles
		"LICENSE-GO":   filepath.Join(goroot, "LICENSE"),
		"LICENSE":      "LICENSE",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, to), text, 0o644); err != nil {
			return err
		}
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(folder, module), program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("compiling %s: %w", program, err)
	}
	for _, to := range serving {
		if err := serve(folder, to); err != nil {
			return err
		}
	}
	return nil
}

// serve writes what the service serves of a package.
func serve(folder, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, name := range served {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			return err
		}
	}
	code, err := os.ReadFile(filepath.Join(folder, module))
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(code); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, module+".gz"), packed.Bytes(), 0o644)
}
