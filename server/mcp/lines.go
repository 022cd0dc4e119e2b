package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// longest is the most bytes of a line that is read.
const longest = 4 << 20

// errLongLine is the error of a longer one.
var errLongLine = fmt.Errorf("line larger than %d bytes", longest)

// lines reads messages, one a line, and passes on those that the library can read: it ends the
// session at the first other one. Those are answered here.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of the line that is passed on
}

func (l *lines) Read(into []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.next()
		if len(line) == 0 && err != nil && !errors.Is(err, errLongLine) {
			return 0, err
		}
		code, why := fault(line, err)
		switch {
		case why != "":
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
		case len(bytes.TrimSpace(line)) > 0:
			l.rest = append(bytes.TrimSpace(line), '\n')
		}
	}
	n := copy(into, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// fault returns what is wrong with a line that was read with an error, or an empty text.
func fault(line []byte, err error) (code int64, why string) {
	if errors.Is(err, errLongLine) {
		return jsonrpc.CodeInvalidRequest, err.Error()
	}
	if len(bytes.TrimSpace(line)) == 0 {
		return 0, ""
	}
	if err := json.Unmarshal(line, new(json.RawMessage)); err != nil {
		return jsonrpc.CodeParseError, err.Error()
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest, err.Error()
	}
	return 0, ""
}

// next returns the next line. A line that is too long is read to its end, and dropped.
func (l *lines) next() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > longest; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case long:
			return nil, errLongLine
		default:
			return line, err
		}
	}
}

// refuse answers a line that is no message. Its id is not known.
func (l *lines) refuse(code int64, why string) error {
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      nil,
		"error":   jsonrpc.Error{Code: code, Message: why},
	})
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(answer, '\n'))
	return err
}

// shared is a writer of whole messages for several goroutines. It stays open when it is closed.
type shared struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *shared) Write(message []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(message)
}

func (*shared) Close() error { return nil }
