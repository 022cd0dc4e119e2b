// Package watch wakes goroutines that wait: for something to do ([Bell]), for a change of a job
// or a campaign ([Hub]), or for others to end ([Wait]). A Hub knows the changes that its own
// process makes; those of other processes come through a [Relay], and are polled where there is
// none, or to make up for lost notices. A [Breaker] keeps callers off a part that is down.
package watch
