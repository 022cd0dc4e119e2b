// Package job has the types of solve requests that are answered later, and of what is told of their end. The HTTP interface accepts
// them, the store keeps them and the runner works on them.
package job
