package job

import "time"

// Job is a solve request that is answered later, and what has become of it.
type Job struct {
	ID       string // can't be guessed
	Client   string // who asked
	Request  []byte // the JSON of a solve request
	State    string // queued, running, done, cancelled or failed
	Version  int64  // counts the changes
	Attempts int    // how often it was taken, not counting when it was given back
	Accepted time.Time
	Deadline time.Time
	Ended    time.Time // zero if it has not
	Answer   []byte    // the JSON of an answer, or of a problem if the job failed; nil if there is none yet
}
