// Package service builds the running service out of its parts, and a worker process that
// runs campaigns. It is the one place that knows every concrete type.
//
// config.go and the files *_config.go have what can be configured, each an environment
// variable and a flag; access_config.go says who may do what. service.go builds the
// service part by part and takes it down in the opposite order; worker.go does the same
// for a worker. listener.go bounds connections, metrics.go has what Prometheus is told,
// health.go asks the parts how they are. wiring.go, pools.go, campaigns.go and
// statistics.go hold the adapters between api and parts that do not know each other.
package service
