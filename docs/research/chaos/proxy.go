package chaos

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"sync/atomic"
	"time"
)

// lifeHeader names the process that answered.
const lifeHeader = "Chaos-Life"

// balancer is a transport that sends requests to the replicas in turn. If a replica refuses the
// connection, nothing was sent, and the next one is tried. Otherwise a request is sent once.
type balancer struct {
	replicas []*replica
	next     atomic.Uint64
	base     *http.Transport
}

func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	body := r.Body
	if body != nil {
		r.Body = io.NopCloser(body) // a refused connection must not close it
	}
	first := b.next.Add(1)
	err := errors.New("all replicas are frozen")
	for i := range len(b.replicas) {
		to := b.replicas[(first+uint64(i))%uint64(len(b.replicas))]
		if to.isFrozen() {
			continue
		}
		life := to.life()
		r.URL.Scheme, r.URL.Host = "http", to.address
		var response *http.Response
		if response, err = b.base.RoundTrip(r); err == nil {
			response.Header.Set(lifeHeader, life)
			if body != nil {
				// The rest of the request is sent while the answer arrives.
				response.Body = &joined{response.Body, body}
			}
			return response, nil
		}
		if dial, refused := errors.AsType[*net.OpError](err); !refused || dial.Op != "dial" {
			break
		}
	}
	if body != nil {
		err = errors.Join(err, body.Close())
	}
	return nil, err
}

// joined closes the body of a request with that of its answer.
type joined struct {
	io.ReadCloser
	request io.Closer
}

func (j *joined) Close() error { return errors.Join(j.ReadCloser.Close(), j.request.Close()) }

// serveProxy starts the proxy. It returns its URL, and a function that stops it.
func serveProxy(ctx context.Context, replicas []*replica) (url string, stop func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	base := &http.Transport{
		MaxIdleConnsPerHost: 100, DisableCompression: true,
		DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetXForwarded() },
		Transport:     &balancer{replicas: replicas, base: base},
		FlushInterval: -1,
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
		ErrorLog:      discard,
	}
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).EnableFullDuplex() // batches are answered while they are sent
			proxy.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          discard,
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	return "http://" + listener.Addr().String(), func() {
		_ = server.Close()
		<-served
		base.CloseIdleConnections()
	}, nil
}
