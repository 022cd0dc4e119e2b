package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lines reads messages, one a line, and passes on those that the library can read: it ends the
// session at the first other one. Those are answered here.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of the line that is passed on
}

func (l *lines) Read(into []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.in.ReadBytes('\n')
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			if err != nil {
				return 0, err
			}
			continue
		}
		if code, why := fault(line); why != nil {
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
			continue
		}
		l.rest = append(line, '\n')
	}
	n := copy(into, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// fault returns what is wrong with a line; nil if it is a message.
func fault(line []byte) (code int64, why error) {
	if err := json.Unmarshal(line, new(json.RawMessage)); err != nil {
		return jsonrpc.CodeParseError, err
	}
	_, err := jsonrpc.DecodeMessage(line)
	return jsonrpc.CodeInvalidRequest, err
}

// refuse answers a line that is no message. Its id is not known.
func (l *lines) refuse(code int64, why error) error {
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0",
		"id":      nil,
		"error":   jsonrpc.Error{Code: code, Message: why.Error()},
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
