package job

import "time"

// Job is a solve request that is answered later, with its state.
type Job struct {
	ID       string // can't be guessed
	Client   string // the client that made the request
	Site     string // the IPv6 /48 network that the client is counted under as well; empty for none
	Request  []byte // the JSON of a solve request
	State    string // Queued, Running, Done, Cancelled or Failed
	Version  int64  // number of changes so far
	Attempts int    // how often a process took it, without those that returned it
	Deaths   int    // how many processes have died while they searched it
	Accepted time.Time
	Deadline time.Time
	Ended    time.Time // zero if it has not
	Answer   []byte    // the JSON of an answer, or of a problem if the job failed; nil if there is none yet
	Webhook  Webhook   // told of its end; only of a job that is being added
}

// The states of a job; the last three are final.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// MostDeaths is how many processes may die while they search a job. Then it is not searched again.
const MostDeaths = 2

// Abandoned reports whether a job ended because processes had died while they searched it.
func (j *Job) Abandoned() bool { return j.State == Cancelled && j.Deaths >= MostDeaths }

// Filter selects jobs. Its zero value selects all.
type Filter struct {
	Client string // only those of this client
	State  string // only those in this state
	Before Place  // only those that follow this one in the list; the zero value is no limit
	Most   int    // the greatest number of jobs, newest first
}

// Place is the place of a job in the list of jobs, newest first.
type Place struct {
	Accepted time.Time
	ID       string
}

// RequestKey is the key of a request that makes a job or a campaign once, however often it is sent.
type RequestKey struct {
	Key     [32]byte // digest of the client, the call and the key
	Client  string
	Request [32]byte  // digest of the request
	ID      string    // of what the request makes
	Until   time.Time // when the key no longer counts
}

// Webhook says where a message goes when a job or a campaign has ended. Its zero value is none.
type Webhook struct {
	URL   string
	Host  string // of the URL, as the list of allowed hosts names it
	Owner string // the client whose secret signs the message
}
