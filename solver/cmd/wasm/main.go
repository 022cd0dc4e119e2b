package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// memory is the default size of the tables in MiB.
const memory = 256

// longest is the longest request in bytes.
const longest = 1 << 20

func main() {
	if serveBrowser() {
		return
	}
	mib := memory
	if len(os.Args) > 1 {
		n, err := strconv.Atoi(os.Args[1])
		if err != nil || n < 1 {
			fmt.Fprintln(os.Stderr, "usage: wasm [MiB of memory] < requests, one per line")
			os.Exit(2)
		}
		mib = n
	}
	if err := lines(os.Stdin, os.Stdout, portfolio.New(int64(mib)<<20), time.Now); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// lines answers requests, one a line, until the input ends.
func lines(in io.Reader, out io.Writer, engine solver.Engine, now func() time.Time) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		if _, err := fmt.Fprintf(out, "%s\n", encode(solve(scanner.Bytes(), engine, now))); err != nil {
			return err
		}
	}
	return scanner.Err()
}
