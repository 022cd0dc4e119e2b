// Package watch wakes goroutines that wait: for something to do ([Bell]), for a change of a job
// or a campaign ([Hub]), or for others to end ([Wait]). A [Relay] tells all processes of each
// change. Processes poll as well, since notices can be lost. A [Breaker] keeps callers off a part that
// is down.
package watch
