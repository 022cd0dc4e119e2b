package packed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

const (
	format = "packed verdicts 1"

	// The bounds of a block, and so of what a Reader has in memory.
	blockDeals = 1 << 16
	mostHeader = 1 << 14 // bytes, with the newline
	mostBlock  = mostHeader + blockDeals/4

	// mostStored bounds the bytes of a block that is written: gzip adds little to what it can't
	// compress.
	mostStored = mostBlock + 1<<10
)

// header is the first line of a block.
type header struct {
	Format string          `json:"format"`
	Game   string          `json:"game,omitempty"`
	Rules  json.RawMessage `json:"rules"`
	Player string          `json:"player,omitempty"`
	Source string          `json:"source,omitempty"`
	Scheme string          `json:"scheme"`
	First  int64           `json:"first"`
	Deals  int64           `json:"deals"`
	Engine string          `json:"engine,omitempty"`
	Epoch  int             `json:"epoch"`
	States int64           `json:"states,omitempty"`
	TimeMS int64           `json:"time_ms,omitempty"`
	Memory int64           `json:"memory,omitempty"`
}

// Write writes a range, in as many blocks as it needs, each by one call of w. It leaves out deals
// at the ends that are not counted.
func Write(w io.Writer, r *Range) error {
	r = r.Trim()
	if r == nil {
		return nil
	}
	for i := int64(0); i < r.deals; i += blockDeals {
		one := r
		if r.deals > blockDeals {
			if one = r.part(i, min(i+blockDeals, r.deals)).Trim(); one == nil {
				continue
			}
		}
		block, err := encode(one)
		if err == nil {
			_, err = w.Write(block)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// encode returns the block of a range.
func encode(r *Range) ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.Time%time.Millisecond != 0 {
		return nil, fmt.Errorf("a limit of %s is not a whole number of milliseconds", r.Time)
	}
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	err := lines.Encode(&header{ // which ends with a newline
		format, r.Game, json.RawMessage(r.Rules), r.Player, r.Source, r.Scheme, r.First, r.deals,
		r.Engine, r.Epoch, r.States, r.Time.Milliseconds(), r.Memory,
	})
	switch {
	case err != nil:
		return nil, err
	case text.Len() > mostHeader:
		return nil, fmt.Errorf("the header is longer than %d bytes", mostHeader)
	}
	var block bytes.Buffer
	z, err := gzip.NewWriterLevel(&block, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	text.Write(r.packed)
	if _, err := z.Write(text.Bytes()); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return block.Bytes(), nil
}

// ErrCut is the error of a file that ends within a block. A process that is killed while it writes
// leaves such a file.
var ErrCut = errors.New("the file ends within a block")

// Reader reads ranges, a block at a time. However long the file is, and whatever is in it, a
// Reader has one block in memory.
type Reader struct {
	in    counter
	z     *gzip.Reader
	block bytes.Buffer // without its compression
	whole int64        // bytes of the blocks that were read
}

// NewReader returns a reader of a file.
func NewReader(from io.Reader) *Reader {
	return &Reader{in: counter{in: bufio.NewReader(from)}}
}

// Each calls f for each range of a file, in order. It ends with the first error.
func Each(from io.Reader, f func(*Range) error) error {
	for blocks := NewReader(from); ; {
		r, err := blocks.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(r)
		}
		if err != nil {
			return err
		}
	}
}

// Offset returns the number of bytes of the blocks that Next has returned.
func (r *Reader) Offset() int64 { return r.whole }

// Next returns the next range. The error is io.EOF after the last one, and wraps [ErrCut] if the
// file ends within a block. After an error, Next must not be called again.
func (r *Reader) Next() (*Range, error) {
	found, err := r.next()
	switch {
	case err == nil:
		r.whole = r.in.n
		return found, nil
	case err == io.EOF:
		return nil, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = ErrCut
	}
	return nil, fmt.Errorf("block at byte %d: %w", r.whole, err)
}

func (r *Reader) next() (*Range, error) {
	if r.z == nil {
		z, err := gzip.NewReader(&r.in)
		if err != nil {
			return nil, err
		}
		r.z = z
	} else if err := r.z.Reset(&r.in); err != nil {
		return nil, err
	}
	r.z.Multistream(false)
	r.block.Reset()
	_, err := r.block.ReadFrom(io.LimitReader(r.z, mostBlock+1))
	switch {
	case err != nil:
		return nil, err
	case r.block.Len() > mostBlock:
		return nil, fmt.Errorf("longer than %d bytes", mostBlock)
	}
	return decode(r.block.Bytes())
}

// decode reads a block without its compression.
func decode(block []byte) (*Range, error) {
	block = strict.TrimMark(block)
	end := bytes.IndexByte(block[:min(len(block), mostHeader)], '\n')
	if end < 0 {
		return nil, fmt.Errorf("no header in the first %d bytes", mostHeader)
	}
	lines := json.NewDecoder(bytes.NewReader(block[:end]))
	lines.DisallowUnknownFields()
	var h header
	if err := lines.Decode(&h); err != nil {
		return nil, fmt.Errorf("header: %v", err) // an unexpected end of JSON is not one of the file
	}
	verdicts := block[end+1:]
	switch _, err := lines.Token(); {
	case err != io.EOF:
		return nil, errors.New("header: more than one JSON document")
	case h.Format != format:
		return nil, fmt.Errorf("format is %q, not %q", h.Format, format)
	case h.Deals < 1 || h.Deals > blockDeals || int64(len(verdicts)) != (h.Deals+3)/4:
		return nil, fmt.Errorf("a header with %d deals does not fit %d bytes of verdicts", h.Deals, len(verdicts))
	case h.TimeMS > math.MaxInt64/int64(time.Millisecond):
		return nil, errors.New("time_ms is too large")
	}
	r := &Range{
		Subject: Subject{h.Game, string(h.Rules), h.Player, h.Source, h.Scheme, h.Epoch},
		Method:  Method{Engine: h.Engine, States: h.States, Time: time.Duration(h.TimeMS) * time.Millisecond, Memory: h.Memory},
		First:   h.First, deals: h.Deals, packed: bytes.Clone(verdicts),
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	return r, nil
}

// counter counts the bytes that are read. As it is an io.ByteReader, gzip reads none beyond the
// end of a member.
type counter struct {
	in *bufio.Reader
	n  int64
}

func (c *counter) Read(into []byte) (int, error) {
	n, err := c.in.Read(into)
	c.n += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}
