package job

import "time"

// Job is a solve request that is answered later, with its state.
type Job struct {
	ID       string // can't be guessed
	Client   string // the client that made the request
	Site     string // the IPv6 /48 network that the client is counted under as well; empty for none
	Request  []byte // the JSON of a solve request
	State    string // queued, running, done, cancelled or failed
	Version  int64  // number of changes so far
	Attempts int    // how often a worker took it, without those that returned it
	Accepted time.Time
	Deadline time.Time
	Ended    time.Time // zero if it has not
	Answer   []byte    // the JSON of an answer, or of a problem if the job failed; nil if there is none yet
}
