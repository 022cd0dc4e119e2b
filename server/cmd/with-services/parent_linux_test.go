package main

import (
	"bufio"
	"syscall"
	"testing"
)

func TestServersEndWithTheParent(t *testing.T) {
	parent := program(t, false, actAsParent)
	if _, err := parent.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var urls []string
	lines := bufio.NewScanner(out)
	for len(urls) < 2 && lines.Scan() {
		urls = append(urls, lines.Text())
		if refused(t, lines.Text()) {
			t.Errorf("nothing listens at %s", lines.Text())
		}
	}
	if len(urls) < 2 {
		t.Error("the command was not run")
	}
	if err := parent.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // until no process is left that could write
	}
	_ = parent.Wait() // it was killed
	for _, u := range urls {
		if !refused(t, u) {
			t.Errorf("something still listens at %s", u)
		}
	}
}
