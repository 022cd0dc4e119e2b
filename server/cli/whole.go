package cli

import (
	"errors"
	"io"
	"os"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// writeWhole writes the file of --out, which appears under its name once it is complete. One that was
// there stays until then.
func writeWhole(name string, write func(io.Writer) error) error {
	file, err := os.Create(name + ".part")
	if err != nil {
		return service.Usagef("--out: %w", err)
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name)
}
