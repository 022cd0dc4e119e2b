package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// versionCommand tells which program this is.
type versionCommand struct{}

func (versionCommand) Run(c console) error {
	fmt.Fprintf(c.out, "thoughtful %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// version is the module's version, or the revision that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				modified = "+"
			}
		}
	}
	if revision != "" {
		return revision + modified
	}
	return info.Main.Version
}
