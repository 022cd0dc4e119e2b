package main

import (
	"bufio"
	"bytes"
	"cmp"
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

// serviceFlags choose the service to measure.
type serviceFlags struct {
	Address string   `help:"Measure the service that runs here." placeholder:"HOST:PORT"`
	Binary  string   `help:"Program to start otherwise." default:"../../bin/thoughtful" placeholder:"FILE"`
	Serve   []string `help:"A flag for that program, such as --serve=--workers=2." placeholder:"FLAG"`
}

// service is a server and a client of it.
type service struct {
	address string // host:port
	client  *http.Client

	// If it was started here:
	command *exec.Cmd
	dir     string // has its database and log, and is removed at the end
}

// with calls measure with the service, which it starts with more flags and stops, unless
// one runs already.
func (f *serviceFlags) with(c console, measure func(s *service) error, flags ...string) (err error) {
	s := newService(strings.TrimPrefix(f.Address, "http://"))
	if f.Address == "" {
		// The caller's flags come last, so that they replace these.
		flags = append(append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...), f.Serve...)
		if s, err = execute(f.Binary, flags...); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.stop()) }()
	}
	return measure(s)
}

// execute starts a program whose first line of output has its address. Its database and log are
// in a new directory.
func execute(program string, args ...string) (_ *service, err error) {
	s := newService("")
	if s.dir, err = os.MkdirTemp("", "loadtest-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(s.dir)
		}
	}()
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own
	s.command = exec.Command(program, args...)
	s.command.Env = append(os.Environ(), "DATA_DIR="+s.dir)
	s.command.Stderr = log
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// An interrupt goes to the process group, but the service must answer until it is
	// stopped.
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("%w (make build makes bin/thoughtful)", err)
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	_, address, _ := strings.Cut(first, "http://")
	if fields := strings.Fields(address); err == nil && len(fields) > 0 {
		s.address = fields[0]
		return s, nil
	}
	return nil, errors.Join(fmt.Errorf("%s did not print its address: %q: %w", program, first, err), s.stop())
}

func newService(address string) *service {
	return &service{address: address, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}}}
}

// stop stops a service that was started here. If it fails, the error has the end of its log.
func (s *service) stop() error {
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

// reply is an answer of the service.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// call posts a JSON body, or gets if there is none.
func (s *service) call(ctx context.Context, path, body string, header ...string) (reply, error) {
	if body == "" {
		return s.do(ctx, http.MethodGet, path, "", header...)
	}
	return s.do(ctx, http.MethodPost, path, body, header...)
}

func (s *service) do(ctx context.Context, method, path, body string, header ...string) (reply, error) {
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

// fetch calls, expects a status and decodes the answer, unless to is nil.
func (s *service) fetch(ctx context.Context, path, body string, status int, to any) (reply, error) {
	r, err := s.call(ctx, path, body)
	if err == nil && r.status != status {
		err = fmt.Errorf("status %d: %s", r.status, r.body)
	}
	if err == nil && to != nil {
		err = json.Unmarshal(r.body, to)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", path, body, err)
	}
	return r, err
}

// callUntilFree calls again, after Retry-After, as long as the service is busy. It returns
// how often that was and how long the last call took.
func (s *service) callUntilFree(ctx context.Context, path, body string, header ...string) (r reply, took time.Duration, refused int, err error) {
	for {
		start := time.Now()
		r, err := s.call(ctx, path, body, header...)
		if err != nil || r.status != http.StatusServiceUnavailable && r.status != http.StatusTooManyRequests {
			return r, time.Since(start), refused, err
		}
		refused++
		seconds, err := strconv.Atoi(r.header.Get("Retry-After"))
		if err != nil {
			return r, 0, refused, fmt.Errorf("status %d without Retry-After: %s", r.status, r.body)
		}
		if err := pause(ctx, time.Duration(seconds)*time.Second); err != nil {
			return r, 0, refused, err
		}
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// every calls do at an even pace until the context ends: the next call comes when its time has
// come and the one before has returned.
func every(ctx context.Context, pace time.Duration, do func(n int)) {
	beat := time.NewTicker(pace)
	defer beat.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		do(n)
		select {
		case <-beat.C:
		case <-ctx.Done():
		}
	}
}

// metrics returns the service's metrics, summed over their labels.
func (s *service) metrics(ctx context.Context) (map[string]float64, error) {
	r, err := s.fetch(ctx, "/metrics", "", http.StatusOK, nil)
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

// cpuSeconds returns the CPU time that the service has used.
func (s *service) cpuSeconds(ctx context.Context) (float64, error) {
	const name = "process_cpu_seconds_total"
	all, err := s.metrics(ctx)
	value, known := all[name]
	if !known {
		err = cmp.Or(err, fmt.Errorf("/metrics has no %s", name))
	}
	return value, err
}

// load returns the load of the machine in the last minute; empty where Linux does not tell.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(text), " ")
	return one
}

// create creates a file for rows of CSV, or returns standard output if it has no name.
func create(c console, name string) (io.WriteCloser, error) {
	if name == "" {
		return nopCloser{c.out}, nil
	}
	return os.Create(name)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
