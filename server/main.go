// Command server runs Thoughtful: the service, and the same answers on the command
// line (package server/cli). The built binary is called thoughtful.
package main

import (
	"os"

	"github.com/thoughtful-solitaire/thoughtful/server/cli"
)

func main() { os.Exit(cli.Main()) }
