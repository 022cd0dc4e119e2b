// Package job has the type of solve requests that are answered later. The HTTP interface accepts
// them, the store keeps them and the runner works on them.
package job
