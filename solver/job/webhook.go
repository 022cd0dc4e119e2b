package job

// Webhook says where a message goes when a job or a campaign has ended. Its zero value is none.
type Webhook struct {
	URL   string
	Host  string // of the URL, as the list of allowed hosts names it
	Owner string // the client whose secret signs the message
}
