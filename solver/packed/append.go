package packed

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Appender adds ranges to a file. A file must have one Appender at a time.
type Appender struct {
	file *os.File
	size int64 // of what was written whole
}

// Append opens a file, or creates it, and calls seen for each range of the file, in order. It
// removes an incomplete last block, which a killed process leaves. Any other damage is an error,
// and Append leaves the damaged file as it is.
func Append(name string, seen func(*Range) error) (*Appender, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	a := &Appender{file: file}
	if err := a.resume(seen); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return a, nil
}

func (a *Appender) resume(seen func(*Range) error) error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	blocks := NewReader(a.file)
	for {
		r, err := blocks.Next()
		a.size = blocks.Offset()
		switch {
		case err == io.EOF:
			return a.back()
		case errors.Is(err, ErrCut) && info.Size()-a.size < mostStored:
			return a.back()
		case err != nil:
			// Also a longer rest that seems to be cut off: after a damaged byte a block can
			// seem to go on for ever, and those after it may be whole.
			return err
		}
		if err := seen(r); err != nil {
			return err
		}
	}
}

// back removes what is after the last whole block.
func (a *Appender) back() error {
	if err := a.file.Truncate(a.size); err != nil {
		return err
	}
	_, err := a.file.Seek(a.size, io.SeekStart)
	return err
}

// Write adds a range. If Write fails, as on a full disk, it removes blocks that were not written
// whole, so that a later call can succeed. Write also fails if the file was removed or another file
// has taken its name, as version control does. Otherwise the range would be lost.
func (a *Appender) Write(r *Range) error {
	mine, err := a.file.Stat()
	if err != nil {
		return err
	}
	if now, err := os.Stat(a.file.Name()); err != nil || !os.SameFile(mine, now) {
		return fmt.Errorf("%s was replaced or removed while verdicts were added", a.file.Name())
	}
	err = Write(whole{a}, r)
	if err != nil {
		return errors.Join(err, a.back())
	}
	return nil
}

// whole writes blocks.
type whole struct{ a *Appender }

func (w whole) Write(block []byte) (int, error) {
	n, err := w.a.file.Write(block)
	if err == nil {
		w.a.size += int64(n)
	}
	return n, err
}

// Close writes what the operating system has not written yet, so that it outlasts a power
// failure, and closes the file.
func (a *Appender) Close() error { return errors.Join(a.file.Sync(), a.file.Close()) }
