package cli

import (
	"fmt"
	"runtime"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// versionCommand tells which program this is.
type versionCommand struct{}

func (versionCommand) Run(c console) error {
	fmt.Fprintf(c.out, "thoughtful %s %s %s/%s\n", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
