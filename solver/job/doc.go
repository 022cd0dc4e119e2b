// Package job has the nouns of requests that are answered later: what the HTTP interface
// accepts, the store keeps and the runner works on.
package job
