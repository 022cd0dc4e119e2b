// Command licences writes the licences of Go, of all modules that programs consist of, and of what
// others made that directories of the repository hold:
//
//	licences bin/thoughtful… api/web/art > LICENSES.txt
//
// Which modules a program consists of is read from the program itself. A module or directory without a
// licence is an error.
package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(programs []string, to io.Writer) error {
	if len(programs) == 0 {
		return errors.New("no program is named")
	}
	modules := map[string]bool{} // path@version
	var held []string            // directories
	for _, program := range programs {
		if stat, err := os.Stat(program); err == nil && stat.IsDir() {
			held = append(held, program)
			continue
		}
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return err
		}
		for _, m := range info.Deps {
			modules[used(m)] = true
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	if err := write(to, "Go and its standard library", strings.TrimSpace(string(root))); err != nil {
		return err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		dir, err := directory(name)
		if err == nil {
			err = write(to, name, dir)
		}
		errs = append(errs, err)
	}
	for _, dir := range held {
		errs = append(errs, write(to, filepath.Base(dir), dir))
	}
	return errors.Join(errs...)
}

// used returns the module that was built, which may replace the one that was asked for.
func used(m *debug.Module) string {
	if m.Replace != nil {
		m = m.Replace
	}
	return m.Path + "@" + m.Version
}

// directory returns the directory of a module, which is downloaded if need be.
func directory(name string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", name).Output()
	if err != nil {
		return "", fmt.Errorf("downloading %s: %w: %s", name, err, out)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("downloading %s: %w", name, err)
	}
	return module.Dir, nil
}

// legal matches the names of files with licences and notices.
var legal = regexp.MustCompile(`(?i)^(un)?(licen[cs]es?|copying|notice|patents)\b`)

// write writes the licences in a directory under a title.
func write(to io.Writer, title, dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s\n%s\n\n", title, strings.Repeat("=", len(title)))
	licensed := false
	for _, f := range files {
		if f.IsDir() || !legal.MatchString(f.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s\n\n", bytes.TrimSpace(content))
		licensed = licensed || !strings.HasPrefix(strings.ToLower(f.Name()), "notice")
	}
	if !licensed {
		return fmt.Errorf("%s has no licence", title)
	}
	_, err = to.Write(text.Bytes())
	return err
}
