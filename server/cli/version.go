package cli

import (
	"fmt"
	"runtime"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// versionCommand shows the version.
type versionCommand struct{}

func (versionCommand) Run(c console) error {
	_, err := fmt.Fprintln(c.out, version())
	return err
}

func version() string {
	return fmt.Sprintf("thoughtful %s %s %s/%s", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
