package verdicts

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

// inflatedBodies limits the size of a batch after decompression, as a multiple of the greatest
// body. The length of the request is no limit, because one byte can hold a line of a thousand
// bytes.
const inflatedBodies = 64

// compressedSlack is how many bytes longer than its text a compressed batch may be. A compressed
// block without text takes hundreds of times as long to read as its length suggests, because each
// block has tables of codes.
const compressedSlack = 1 << 16

// errInflated is the error of a compressed batch above these limits.
var errInflated = errors.New("compressed batch too long")

// inflater reads a body that is compressed with gzip. It does not read ahead of its first Read.
type inflater struct {
	in         io.Reader
	compressed int64 // bytes that were read
	text, most int64 // bytes that were returned, and the most that may be returned
	gzip       *gzip.Reader
}

func newInflater(in io.Reader, most int64) *inflater { return &inflater{in: in, most: most} }

func (z *inflater) Read(into []byte) (int, error) {
	if z.gzip == nil {
		reader, err := gzip.NewReader(compressed{z})
		if err != nil {
			return 0, err
		}
		z.gzip = reader
	}
	n, err := z.gzip.Read(into)
	if z.text += int64(n); z.text > z.most {
		return 0, errInflated
	}
	return n, err
}

// compressed is the compressed input of an inflater.
type compressed struct{ *inflater }

func (c compressed) Read(into []byte) (int, error) {
	if c.compressed > c.text+compressedSlack {
		return 0, errInflated
	}
	n, err := c.in.Read(into)
	c.inflater.compressed += int64(n)
	return n, err
}

// isCorrupt reports whether an error of reading a compressed body means that the body is not valid
// gzip. A body that ends too early is only invalid if the client sent all of it.
func isCorrupt(err error, sent bool) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	return corrupt || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || sent && errors.Is(err, io.ErrUnexpectedEOF)
}
