// Command server is the process: the service, and the same answers on the command
// line. The built binary is called thoughtful.
//
// It is the one place that knows every concrete type. main.go has the grammar of
// the command line and what it exits with; each command has a file of its own, and
// progress.go the bar of those that take long;
// config.go has what the service is configured by, access.go who may do what,
// listener.go how many may come; service.go builds it, part by part, and takes it
// down in the opposite order; wiring.go holds the adapters between packages that
// don't know each other, lasting.go and pools.go those of jobs and of pools of
// deals, with their flags, campaigns.go and campaigning.go those of campaigns, statistics.go
// those of win rates; metrics.go has what Prometheus is told.
package main
