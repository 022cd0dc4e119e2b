package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// line is a keep-alive connection. It costs this process a fraction of what net/http's
// client does, so that the server is what is measured.
type line struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(address string) (*line, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &line{conn, bufio.NewReaderSize(conn, 32<<10)}, nil
}

// ask sends a request and reads the whole answer.
func (l *line) ask(request []byte) (reply, error) {
	if _, err := l.conn.Write(request); err != nil {
		return reply{}, err
	}
	response, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, body}, err
}

func (l *line) close() { _ = l.conn.Close() }

// wire returns a request as it is sent, with more lines of its header: a POST of a JSON body, or a
// GET if there is none.
func wire(address, path, body string, headers ...string) []byte {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
		headers = append(headers, "Content-Type: application/json", fmt.Sprintf("Content-Length: %d", len(body)))
	}
	text := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, address)
	for _, h := range headers {
		text = append(append(text, h...), "\r\n"...)
	}
	return append(append(text, "\r\n"...), body...)
}

// lines are as many lines as there are requests at a time, and are used again.
type lines struct {
	address string
	mu      sync.Mutex
	free    []*line
}

// ask posts a JSON body, or gets if there is none, over an idle line, or a new one. It
// returns how long the answer took.
func (p *lines) ask(path, body string, headers ...string) (r reply, took time.Duration, err error) {
	request := wire(p.address, path, body, headers...)
	var l *line
	p.mu.Lock()
	if last := len(p.free) - 1; last >= 0 {
		l, p.free = p.free[last], p.free[:last]
	}
	p.mu.Unlock()
	began := time.Now()
	if l == nil {
		if l, err = dial(p.address); err != nil {
			return r, 0, err
		}
	}
	if r, err = l.ask(request); err != nil || r.header.Get("Connection") == "close" {
		l.close()
		return r, time.Since(began), err
	}
	took = time.Since(began)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, l)
	return r, took, nil
}

func (p *lines) close() {
	for _, l := range p.free {
		l.close()
	}
}
