// Package job has the plain types of requests that are answered later, of the keys by which a request
// makes one thing only, and of those who are told of an end. Package api accepts jobs, server/store
// keeps them, and server/jobs runs them.
//
// The file: job.go.
package job
