package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// tableScript is the script of the table. Its page loads it as one file.
const tableScript = "deal.js"

// bundle returns a script with what all scripts share (page.js) and all modules that it imports, in
// one. What it imports only when it needs it stays a file of its own.
func bundle(script string) []byte {
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{script},
		Bundle:      true,
		Format:      api.FormatESModule,
		Target:      api.ES2022,
		Charset:     api.CharsetUTF8,
		Plugins:     []api.Plugin{{Name: "embedded", Setup: embedded}},
	})
	if len(built.Errors) > 0 || len(built.OutputFiles) != 1 {
		panic(fmt.Sprintf("%s: %v", script, built.Errors)) // TestBundle
	}
	// In a block, the modules may use names of page.js for something else.
	return slices.Concat(sourceOf("page.js"), []byte("\n{\n"), built.OutputFiles[0].Contents, []byte("}\n"))
}

// embedded has a build read modules from the embedded files.
func embedded(build api.PluginBuild) {
	all := api.OnResolveOptions{Filter: ".*"}
	build.OnResolve(all, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		if a.Kind == api.ResolveJSDynamicImport {
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		return api.OnResolveResult{Path: strings.TrimPrefix(a.Path, "./"), Namespace: "embedded"}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "embedded"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := pages.ReadFile("pages/" + a.Path)
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, err
	})
}

func sourceOf(name string) []byte {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil {
		panic(err) // TestPagesAreSelfContained
	}
	return text
}
