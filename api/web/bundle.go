package web

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// tableScript is the script of the table. Its page loads it as one file.
const tableScript = "deal.js"

var (
	// importLine matches a line that imports from another module: names, module.
	importLine = regexp.MustCompile(`(?m)^import \{ (.+) \} from '\./([a-z]+\.js)';\n`)
	// exported matches what a module exports: the declaration, its name.
	exported = regexp.MustCompile(`(?m)^export ((?:(?:async )?function|class|const) (\w+))`)
	// foreign matches what bundle can't translate.
	foreign = regexp.MustCompile(`(?m)^(import|export) .*`)
	// renamed matches a name that is imported as another one.
	renamed = regexp.MustCompile(`(\w+) as (\w+)`)
)

// bundle returns a script with what all scripts share (page.js) and all modules that it imports, in
// one. Each module becomes a function that returns its exports, so that its names stay its own:
//
//	const $words = (() => { …; return { name, short } })();
//	const { name, short } = $words;
//
// It panics where a module is written in another way than ours are: names are imported one by one,
// in a line, and exported with their declaration.
func bundle(script string) []byte {
	var all bytes.Buffer
	all.Write(sourceOf("page.js"))
	seen := map[string]bool{} // modules; false while what they import is being written
	var add func(name string) string
	add = func(name string) string {
		text := sourceOf(name)
		for _, found := range importLine.FindAllSubmatch(text, -1) {
			other := string(found[2])
			done, begun := seen[other]
			if begun && !done {
				panic(fmt.Sprintf("%s and %s import each other", name, other))
			}
			if begun {
				continue
			}
			seen[other] = false
			body := add(other)
			var names []string
			for _, e := range exported.FindAllStringSubmatch(body, -1) {
				names = append(names, e[2])
			}
			fmt.Fprintf(&all, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", variable(other), exported.ReplaceAllString(body, "$1"), strings.Join(names, ", "))
			seen[other] = true
		}
		return importLine.ReplaceAllStringFunc(string(text), func(line string) string {
			found := importLine.FindStringSubmatch(line)
			return fmt.Sprintf("const { %s } = %s;\n", renamed.ReplaceAllString(found[1], "$1: $2"), variable(found[2]))
		})
	}
	all.WriteString(add(script))
	if found := foreign.Find(all.Bytes()); found != nil {
		panic(fmt.Sprintf("%s: %q can't be bundled", script, found))
	}
	return all.Bytes()
}

// variable returns the name of a module's exports.
func variable(module string) string { return "$" + strings.TrimSuffix(module, ".js") }

func sourceOf(name string) []byte {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil {
		panic(err) // TestPagesAreSelfContained
	}
	return text
}
