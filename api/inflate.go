package api

import (
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// inflatedBodies bounds the text of a compressed batch: as many bodies of the greatest size. A line
// of a thousand bytes can be sent in one, so that the length of the request bounds nothing.
const inflatedBodies = 64

// errInflated is the error of a batch that is longer than that.
var errInflated = errors.New("compressed batch too long")

// inflater reads a body that is compressed with gzip. It reads nothing before it is read itself. Its
// library keeps the tables of codes from block to block; that of Go makes them afresh, up to 36 KiB for
// a block of 50 bytes.
type inflater struct {
	in   io.Reader
	left int64 // bytes that may still be read
	gzip *gzip.Reader
}

func newInflater(in io.Reader, most int64) *inflater { return &inflater{in: in, left: most} }

func (z *inflater) Read(into []byte) (int, error) {
	if z.gzip == nil {
		reader, err := gzip.NewReader(z.in)
		if err != nil {
			return 0, err
		}
		z.gzip = reader
	}
	n, err := z.gzip.Read(into)
	if z.left -= int64(n); z.left < 0 {
		return 0, errInflated
	}
	return n, err
}

// spoiled reports whether an error of reading a compressed body, all of which has been sent or not, means
// that it is not what gzip writes.
func spoiled(err error, sent bool) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	return corrupt || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || sent && errors.Is(err, io.ErrUnexpectedEOF)
}
