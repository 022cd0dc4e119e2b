// Package watch wakes goroutines that wait for work ([Bell]), for a change of a job or a campaign
// ([Hub]), or for other goroutines to end ([Wait]). A [Relay] tells all processes of each change.
// Processes poll as well, since notices can be lost. A [Breaker] limits calls to a server that is
// down.
package watch
