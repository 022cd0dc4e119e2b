// Package servicetest starts real PostgreSQL and Redis servers for tests. Nothing in the service
// imports it.
//
// [URL] returns the server that all tests of a run share, named by an environment variable. The
// command server/cmd/with-services, which `make test` puts before `go test`, starts it. [Private]
// starts a server for one test, which may kill and restart it. [Database] makes an empty database on the
// shared PostgreSQL. A test that can't have its server
// fails and says what to do; it is never skipped. [Command] and [Path] find other programs that
// tests run.
//
// [Provide] installs missing programs from Debian's packages. postgres.go and redis.go have what
// differs between the two servers, server.go starts and stops them.
package servicetest
