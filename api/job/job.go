package job

import "time"

// Job is a solve request that is answered later, with its state.
type Job struct {
	ID       string // can't be guessed
	Client   string // the client that made the request
	Site     string // the IPv6 /48 network of the client, which has limits too; empty if there is none
	Request  []byte // the JSON of a solve request
	State    string // Queued, Running, Done, Cancelled or Failed
	Version  int64  // number of changes so far
	Attempts int    // how often a process started the job, without the times that it gave the job back
	Deaths   int    // how many processes have died while they searched it
	Accepted time.Time
	Deadline time.Time
	Ended    time.Time // zero if the job has not ended
	Answer   []byte    // the JSON of an answer, or of a problem if the job failed; nil if there is none yet
	Webhook  Webhook   // receives a message at the end; set only when a job is added
}

// The states of a job; the last three are final.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// MostDeaths is the number of processes that may die while they search for one job. After that, the
// job is not searched again.
const MostDeaths = 2

// Abandoned reports whether a job ended because processes died while they searched for it.
func (j *Job) Abandoned() bool { return j.State == Cancelled && j.Deaths >= MostDeaths }

// Filter selects jobs. Its zero value selects all.
type Filter struct {
	Client string // only jobs of this client; empty for all clients
	State  string // only jobs in this state; empty for all states
	Before Place  // only jobs after this place in the list; the zero value starts at the newest job
	Most   int    // the greatest number of jobs to return, newest first
}

// Place is the place of a job in the list of jobs, newest first.
type Place struct {
	Accepted time.Time
	ID       string
}

// RequestKey is the idempotency key of a request for a job or a campaign. However often the request
// is sent, only one job or campaign is made.
type RequestKey struct {
	Key     [32]byte // digest of the client, the call and the key
	Client  string
	Request [32]byte  // digest of the request
	ID      string    // of the job or the campaign
	Until   time.Time // when the key expires
}

// Webhook is the address of the message at the end of a job or a campaign. The zero value means
// that no message is sent.
type Webhook struct {
	URL   string
	Host  string // the host of the URL, as in the list of allowed hosts
	Owner string // the client whose secret signs the message
}
