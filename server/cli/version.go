package cli

import (
	"fmt"
	"runtime"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// versionCommand shows the version.
type versionCommand struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

func (v *versionCommand) Run(c console) error {
	if v.JSON {
		return printJSON(c.out, map[string]string{"version": service.Version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH})
	}
	_, err := fmt.Fprintln(c.out, version())
	return err
}

func version() string {
	return fmt.Sprintf("thoughtful %s %s %s/%s", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
