// Package service builds the running service from its parts, and the worker process that runs
// campaigns. It is the only place that knows every concrete type.
//
// config.go and *_config.go have the settings, each an environment variable and a flag.
// service.go builds the service part by part and stops it in the opposite order; worker.go
// does the same for a worker. listener.go limits connections, metrics.go has the Prometheus
// metrics, health.go pings the parts.
package service
