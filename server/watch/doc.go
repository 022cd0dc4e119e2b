// Package watch wakes goroutines that wait for a change of a job or a campaign. A [Hub]
// knows the changes that its own process makes; those of other processes have to be polled.
package watch
