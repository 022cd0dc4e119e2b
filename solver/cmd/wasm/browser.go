//go:build !js

package main

// serveBrowser reports whether a browser started the program. Here it is never so.
func serveBrowser() bool { return false }
