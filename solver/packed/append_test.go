package packed

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// collect opens a file to append to, and returns what it has.
func collect(t *testing.T, name string) (*Appender, []*Range) {
	t.Helper()
	var list []*Range
	a, err := Append(name, func(r *Range) error {
		list = append(list, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return a, list
}

// file returns the name of a file with these bytes.
func file(t *testing.T, content []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "golf.gz")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestAppendAfterCut cuts a file off after each of its bytes, and goes on.
func TestAppendAfterCut(t *testing.T) {
	all := []*Range{
		someRange(golf, Method{Engine: "a"}, 1, "wu?w"), someRange(golf, Method{Engine: "b"}, 5, "?"), someRange(golf, Method{Engine: "c"}, 6, "uuu"),
	}
	whole := write(t, all...)
	var ends []int // of the blocks
	for i := range all {
		ends = append(ends, len(write(t, all[:i+1]...)))
	}
	name := file(t, nil)
	for cut := 0; cut <= len(whole); cut++ {
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for kept < len(ends) && ends[kept] <= cut {
			kept++
		}
		a, list := collect(t, name)
		if len(list) != kept || kept > 0 && !reflect.DeepEqual(list, all[:kept]) {
			t.Fatalf("cut off after %d bytes: %d ranges, want %d", cut, len(list), kept)
		}
		for _, r := range all[kept:] {
			if err := a.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, whole) {
			t.Fatalf("cut off after %d bytes, and continued: %d bytes, want %d (%v)", cut, len(got), len(whole), err)
		}
	}
}

// TestAppendToDamage leaves a file that is damaged in other ways as it is.
func TestAppendToDamage(t *testing.T) {
	one := write(t, someRange(golf, Method{}, 1, "wu?"))
	flipped := append(bytes.Clone(one), one...)
	flipped[len(one)-6] ^= 1
	// A member of empty stored blocks, which goes on beyond the end of the file.
	endless := append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}, bytes.Repeat([]byte{0, 0, 0, 255, 255}, 1+mostStored/5)...)
	for what, content := range map[string][]byte{
		"another file": []byte("game,seed,verdict\n"), "a damaged block before a whole one": flipped, "a block without end": endless,
	} {
		name := file(t, content)
		if _, err := Append(name, func(*Range) error { return nil }); err == nil {
			t.Errorf("%s: no error", what)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: changed (%v)", what, err)
		}
	}
	refused := errors.New("refused")
	if _, err := Append(file(t, one), func(*Range) error { return refused }); !errors.Is(err, refused) {
		t.Error(err)
	}
	if _, err := Append(t.TempDir(), nil); err == nil {
		t.Error("a directory was opened")
	}
}

// TestAppendAgain writes again after a range that was refused in the middle of its blocks.
func TestAppendAgain(t *testing.T) {
	name := file(t, nil)
	a, _ := collect(t, name)
	first := someRange(golf, Method{}, 1, "wu?")
	if err := a.Write(first); err != nil {
		t.Fatal(err)
	}
	if _, err := a.file.Write([]byte("half a block")); err != nil { // as a full disk leaves it
		t.Fatal(err)
	}
	if err := a.Write(&Range{deals: 1, packed: []byte{1}}); err == nil {
		t.Error("a range without rules was written")
	}
	second := someRange(golf, Method{}, 4, "w")
	if err := errors.Join(a.Write(second), a.Close()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, content); !reflect.DeepEqual(got, []*Range{first, second}) {
		t.Errorf("%+v", got)
	}
}

const killedFile = "PACKED_TEST_FILE"

// TestAppendKilled kills a process that appends block after block: a file has all of what was
// written, from the first on, and goes on.
func TestAppendKilled(t *testing.T) {
	if name := os.Getenv(killedFile); name != "" {
		appendForEver(name)
	}
	name := file(t, nil)
	next := int64(0)
	for range 3 {
		process := exec.Command(os.Args[0], "-test.run=^TestAppendKilled$")
		process.Env = append(os.Environ(), killedFile+"="+name)
		out, err := process.StdoutPipe()
		if err == nil {
			err = process.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadFull(out, make([]byte, 20)) // that many blocks were written
		time.Sleep(time.Millisecond)
		if killed := process.Process.Kill(); err != nil || killed != nil {
			t.Fatal(err, killed)
		}
		_ = process.Wait() // it was killed
		before := next
		next = 0
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		blocks := NewReader(bytes.NewReader(content))
		for {
			r, err := blocks.Next()
			if err == io.EOF || errors.Is(err, ErrCut) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.First != next {
				t.Fatalf("deal %d, want %d", r.First, next)
			}
			next = r.Last() + 1
		}
		if next < before+20*killedDeals {
			t.Errorf("%d deals after %d", next, before)
		}
	}
}

const killedDeals = 1000 // of a block

// appendForEver appends blocks to a file, and says so, until the process is killed.
func appendForEver(name string) {
	next := int64(0)
	a, err := Append(name, func(r *Range) error {
		next = r.Last() + 1
		return nil
	})
	for ; err == nil; next += killedDeals {
		r := &Range{Subject: golf, First: next}
		for i := range int64(killedDeals) {
			r.Append(Winnable + Verdict((next+i)*7%11%3))
		}
		if err = a.Write(r); err == nil {
			_, err = os.Stdout.Write([]byte("."))
		}
	}
	panic(err)
}

// TestReplacedFile checks that nothing is written into a file that is no longer there.
func TestReplacedFile(t *testing.T) {
	for what, change := range map[string]func(name string) error{
		"replaced": func(name string) error {
			if err := os.WriteFile(name+".new", nil, 0o600); err != nil {
				return err
			}
			return os.Rename(name+".new", name)
		},
		"removed": os.Remove,
	} {
		name := file(t, nil)
		a, _ := collect(t, name)
		if err := change(name); err != nil {
			t.Fatal(err)
		}
		r := &Range{Subject: Subject{Game: "golf", Rules: "{}", Scheme: "solvitaire", Epoch: 1}}
		if err := r.AppendAt(1, Winnable); err != nil {
			t.Fatal(err)
		}
		if err := a.Write(r); err == nil {
			t.Errorf("a range was added to a file that was %s", what)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
