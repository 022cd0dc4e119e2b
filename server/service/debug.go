package service

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
)

// serveDebug serves the profiles of package net/http/pprof at an address of this machine, until it
// is stopped. They tell more than strangers should know, so no other address is accepted.
func (s *Service) serveDebug(address string) error {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return Usagef("DEBUG_LISTEN: must be an address of this machine such as 127.0.0.1:6060, not %q", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return Usagef("DEBUG_LISTEN: %w", err)
	}
	pages := http.NewServeMux()
	pages.HandleFunc("GET /debug/pprof/", pprof.Index)
	pages.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	pages.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: pages, ReadHeaderTimeout: headerTime}
	s.started("profiles", func(context.Context) error { return server.Close() })
	s.log.Info("serving profiles", "address", listener.Addr().String())
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("serving profiles (DEBUG_LISTEN) failed", "error", err)
		}
	}()
	return nil
}
