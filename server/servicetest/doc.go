// Package servicetest gives tests the PostgreSQL and the Redis that they talk to:
// real servers, never stand-ins.
//
// There are two ways to one. [URL] is the server that all tests of a run share,
// named by an environment variable; it is brought up by the program in the
// directory run, which `make test` puts in front of `go test`. [Private] is a
// server for one test alone, which the test may kill and start again. A test that
// can't have its server fails and says what to do; it is never skipped.
//
//	make test ── run ── Provide: binaries, else Debian's packages, else Docker
//	              │
//	              ├── Start ──> a server per kind, on a free port, in a folder
//	              │             of its own, its URL in TEST_DATABASE_URL and
//	              │             TEST_REDIS_URL
//	              └── go test ──> URL, Private
//
// Tests of the client for TypeScript run programs too, which [Command] finds and
// Provide installs.
//
// This is for tests only; nothing in the service imports it.
//
// The organs: kind.go with postgres.go and redis.go has what differs between the
// two, server.go the life of a server, process.go and container.go the two forms
// it takes, program.go has the programs, provide.go installs what is missing,
// testing.go is what tests call.
package servicetest
