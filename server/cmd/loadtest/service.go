package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// serviceFlags say which service is measured.
type serviceFlags struct {
	Address string   `help:"A service that runs already, in place of one that is started." placeholder:"HOST:PORT"`
	Binary  string   `help:"The service to start." default:"bin/thoughtful" placeholder:"FILE"`
	Serve   []string `help:"A flag for the service that is started, such as --serve=--workers=2." placeholder:"FLAG"`
}

// service is a server that is measured, and a client of it.
type service struct {
	address string // host:port
	client  *http.Client

	// Of one that was started:
	command *exec.Cmd
	dir     string // its database and its log; removed at the end
}

// start starts the service with further flags, or finds the one that runs already.
func (f *serviceFlags) start(c console, flags ...string) (*service, error) {
	if f.Address != "" {
		s := newService(strings.TrimPrefix(f.Address, "http://"))
		_, err := s.metrics(c.ctx)
		return s, err
	}
	dir, err := os.MkdirTemp("", "load-")
	if err != nil {
		return nil, err
	}
	// The directory's own name can't be meant by the caller's flags, the rest can.
	flags = append(append([]string{"serve", "--listen", "127.0.0.1:0", "--data-dir", dir, "--pool-size", "0"}, flags...), f.Serve...)
	return execute(dir, exec.Command(f.Binary, flags...))
}

// execute starts a server that says its address in the first line that it prints, and
// keeps its log in a directory, which goes when the server does.
func execute(dir string, command *exec.Cmd) (s *service, err error) {
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own
	command.Stderr = log
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// Whoever interrupts this command interrupts the processes of its group, but the
	// service is to answer until it is stopped.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%w (make build makes bin/thoughtful)", err)
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, lines) }() // what follows is for people
	s = newService("")
	s.command, s.dir = command, dir
	for word := range strings.FieldsSeq(first) {
		if address, found := strings.CutPrefix(word, "http://"); found {
			s.address = address
			return s, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s did not say where it listens: %q: %w", command.Path, first, err), s.stop())
}

func newService(address string) *service {
	return &service{address: address, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}}}
}

// stop stops a service that was started. Where it says that something went wrong, the
// end of its log does too.
func (s *service) stop() error {
	if s.command == nil {
		return nil
	}
	defer os.RemoveAll(s.dir)
	s.client.CloseIdleConnections()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	late := time.AfterFunc(time.Minute, func() { _ = s.command.Process.Kill() })
	defer late.Stop()
	if err := s.command.Wait(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
		return fmt.Errorf("%s: %w; its log ends:\n%s", s.command.Path, err, log[max(0, len(log)-2000):])
	}
	return nil
}

// reply is what a service has answered.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// call posts a body of JSON, or gets if there is none.
func (s *service) call(ctx context.Context, path, body string, header ...string) (reply, error) {
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+s.address+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, text}, err
}

// answer calls and decodes an answer with a status.
func (s *service) answer(ctx context.Context, path, body string, status int, into any) error {
	r, err := s.call(ctx, path, body)
	if err != nil {
		return err
	}
	if r.status != status {
		return fmt.Errorf("%s: status %d: %s", path, r.status, r.body)
	}
	return json.Unmarshal(r.body, into)
}

// insist repeats a call while the service has no room for it, as often as it says when to
// retry. It returns the reply that was none of that, how long that took, and the number of
// refusals.
func (s *service) insist(ctx context.Context, path, body string, status int, header ...string) (r reply, took time.Duration, refused int, err error) {
	for ; ; refused++ {
		start := time.Now()
		r, err = s.call(ctx, path, body, header...)
		took = time.Since(start)
		if err != nil || r.status == status {
			return r, took, refused, err
		}
		seconds, wrong := strconv.Atoi(r.header.Get("Retry-After"))
		if wrong != nil || r.status != http.StatusServiceUnavailable && r.status != http.StatusTooManyRequests {
			return r, took, refused, fmt.Errorf("%s: status %d: %s", path, r.status, r.body)
		}
		if err := pause(ctx, time.Duration(seconds)*time.Second); err != nil {
			return r, took, refused, err
		}
	}
}

// metrics are what a service tells Prometheus, summed over all labels.
func (s *service) metrics(ctx context.Context) (map[string]float64, error) {
	r, err := s.call(ctx, "/metrics", "")
	if err != nil {
		return nil, err
	}
	sums := map[string]float64{}
	for line := range bytes.Lines(r.body) {
		text := strings.TrimSpace(string(line))
		space := strings.LastIndexByte(text, ' ')
		if space < 0 || text[0] == '#' {
			continue
		}
		value, err := strconv.ParseFloat(text[space+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("/metrics: %q: %w", text, err)
		}
		name, _, _ := strings.Cut(text[:space], "{")
		sums[name] += value
	}
	return sums, nil
}

// metric is one of them.
func (s *service) metric(ctx context.Context, name string) (float64, error) {
	all, err := s.metrics(ctx)
	if err != nil {
		return 0, err
	}
	value, known := all[name]
	if !known {
		return 0, fmt.Errorf("/metrics has no %s", name)
	}
	return value, nil
}

// cpuSeconds is the processor time that a server has used so far.
const cpuSeconds = "process_cpu_seconds_total"

// load is how busy the machine was in the last minute, as Linux says it; empty
// elsewhere.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(text), " ")
	return one
}
