// Package job has the plain types of jobs, which are requests that are answered later. It also has
// the keys of requests that may be sent more than once, and the webhooks that receive a message at
// the end. Package api accepts jobs, server/store keeps them, and server/jobs runs them.
//
// The file: job.go.
package job
