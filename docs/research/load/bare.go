package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// bareCommand runs what the service is compared with: the same router and server, and a
// handler that reads a request and answers with a fixed JSON document.
type bareCommand struct {
	Size int `help:"Bytes of the answer." required:""`
}

func (b *bareCommand) Run(c console) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "bare handler at http://%s\n", listener.Addr())
	server := &http.Server{Handler: bare(b.Size)}
	go func() {
		<-c.ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// bare returns the handler. Its metrics have the CPU time of the process.
func bare(size int) http.Handler {
	answer := []byte(`{"a":"` + strings.Repeat("a", max(0, size-len(`{"a":""}`))) + `"}`)
	r := chi.NewRouter()
	r.Post("/v1/solve", func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
		_, _ = w.Write(answer)
	})
	r.Handle("/metrics", promhttp.Handler())
	return r
}

// startBare starts this program as the bare handler.
func startBare(size int) (*service, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return execute(program, "bare", "--size", strconv.Itoa(size))
}
