package e2e

import (
	"io"
	"os"
	"reflect"
	"testing"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/cli"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// asProgram is the environment variable that makes this test binary the program itself.
const asProgram = "THOUGHTFUL_AS_PROGRAM"

// TestMain runs the tests, or the program in a process that a test has started.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		go func() { // the end of standard input is the end of the test
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(125)
		}()
		os.Exit(cli.Main())
	}
	// The configuration of the developer's own service must not matter.
	for _, flags := range []reflect.Type{reflect.TypeFor[service.Config](), reflect.TypeFor[service.WorkerConfig]()} {
		for _, f := range reflect.VisibleFields(flags) {
			if name := f.Tag.Get("env"); name != "" {
				os.Unsetenv(name)
			}
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(status int) {
		if packed.folder != "" {
			os.RemoveAll(packed.folder)
		}
		os.Exit(status)
	}))
}
