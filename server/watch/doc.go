// Package watch wakes goroutines that wait: for something to do ([Bell]), for a change of a job
// or a campaign ([Hub]), or for others to end ([Wait]). A [Relay] tells of the changes that any
// process makes; those of other processes are also polled, to make up for lost notices. A [Breaker]
// keeps callers off a part that is down.
package watch
