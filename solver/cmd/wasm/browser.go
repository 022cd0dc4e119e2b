//go:build !js

package main

// serveBrowser says that no browser has started the program.
func serveBrowser() bool { return false }
