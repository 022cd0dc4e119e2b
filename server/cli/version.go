package cli

import (
	"fmt"
	"runtime"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// versionCommand shows the version.
type versionCommand struct{}

func (versionCommand) Run(c console) error {
	fmt.Fprintf(c.out, "thoughtful %s %s %s/%s\n", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
