package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hookKey is the key from which the secrets of webhooks are derived.
const hookKey = "0123456789-of-webhooks"

// message is one as a receiver has it, with what is needed to verify it.
type message struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Now     int64             `json:"now"`
}

// hookReceiver receives messages.
func hookReceiver(messages chan<- message) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		m := message{Headers: map[string]string{}, Body: string(body), Now: time.Now().Unix()}
		for name := range r.Header {
			m.Headers[strings.ToLower(name)] = r.Header.Get(name)
		}
		messages <- m
	})
}

// hookArgs are the arguments of a service that may send messages to a URL of this machine.
func hookArgs(url string) []string {
	return []string{"--webhook-hosts", "private:" + strings.TrimPrefix(url, "http://"), "--webhook-key", hookKey}
}

// hookSecret returns the secret of a client's webhooks.
func hookSecret(t *testing.T, c *client) string {
	t.Helper()
	var answer struct{ Secret string }
	c.read(t, "/v1/webhooks/secret", "", http.StatusOK, &answer)
	return answer.Secret
}

// told has a service solve a job and run a campaign, and returns the message about each.
func told(t *testing.T) (ofJob, ofCampaign message, job, campaign string) {
	t.Helper()
	messages := make(chan message, 10)
	at := httptest.NewServer(hookReceiver(messages))
	t.Cleanup(at.Close)
	l := launch(t, nil, append([]string{"--data-dir", t.TempDir()}, hookArgs(at.URL)...)...)
	secret := hookSecret(t, l.client)
	hook := fmt.Sprintf(`"webhook":{"url":"%s/told?by=%s"}`, at.URL, "thoughtful")
	j := l.later(t, `{"game":"golf","seed":"solvitaire:1",`+hook+`}`)
	ofJob = <-messages
	ofJob.Secret = secret
	if j = l.job(t, j.ID); !j.Final {
		t.Errorf("a message about job %s, which has not ended", j.ID)
	}
	var c struct {
		ID    string
		State string
	}
	l.read(t, "/v1/campaigns", `{"game":"golf","seeds":"solvitaire:1-3","states":10000,`+hook+`}`, http.StatusCreated, &c)
	ofCampaign = <-messages
	ofCampaign.Secret = secret
	l.read(t, "/v1/campaigns/"+c.ID, "", http.StatusOK, &c)
	if c.State != "done" {
		t.Errorf("a message about campaign %s, which is %s", c.ID, c.State)
	}
	if strings.Contains(l.log.String(), "told?by") {
		t.Errorf("the log has the path of a webhook:\n%s", l.log)
	}
	return ofJob, ofCampaign, "/v1/jobs/" + j.ID, "/v1/campaigns/" + c.ID
}

// verifies runs a program that verifies messages of a real service, and some that were changed.
func verifies(t *testing.T, program *exec.Cmd) {
	t.Helper()
	ofJob, ofCampaign, job, campaign := told(t)
	changed := func(change func(m *message)) message {
		m := ofJob
		m.Headers = map[string]string{}
		for name, value := range ofJob.Headers {
			m.Headers[name] = value
		}
		change(&m)
		return m
	}
	sent, err := strconv.ParseInt(ofJob.Headers["webhook-timestamp"], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	var input, want strings.Builder
	for _, test := range []struct {
		message
		want string
	}{
		{ofJob, "job.ended " + job},
		{ofCampaign, "campaign.ended " + campaign},
		{changed(func(m *message) {
			m.Headers["webhook-signature"] = "v1a,AAAA v1,AAAA " + m.Headers["webhook-signature"]
		}), "job.ended " + job},
		{changed(func(m *message) { m.Body = strings.Replace(m.Body, "done", "failed", 1) }), "refused"},
		{changed(func(m *message) { m.Headers["webhook-id"] += "A" }), "refused"},
		{changed(func(m *message) { m.Headers["webhook-timestamp"] = fmt.Sprint(sent - 1) }), "refused"},
		{changed(func(m *message) { m.Now = sent + 301 }), "refused"},
		{changed(func(m *message) { m.Now = sent - 301 }), "refused"},
		{changed(func(m *message) { m.Headers["webhook-timestamp"] = "now" }), "refused"},
		{changed(func(m *message) { m.Secret = "whsec_" + strings.Repeat("AAAA", 8) }), "refused"},
		{changed(func(m *message) { delete(m.Headers, "webhook-signature") }), "refused"},
		{changed(func(m *message) { delete(m.Headers, "webhook-id") }), "refused"},
	} {
		line, err := json.Marshal(test.message)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&input, "%s\n", line)
		fmt.Fprintln(&want, test.want)
	}
	program.Stdin = strings.NewReader(input.String())
	if output, err := program.CombinedOutput(); err != nil || string(output) != want.String() {
		t.Errorf("%s: %v\n%s\nwant\n%s", program, err, output, want.String())
	}
}

// TestWebhookOfKilledService kills a service whose message was not delivered. After a restart the same
// message is sent.
func TestWebhookOfKilledService(t *testing.T) {
	t.Parallel()
	messages := make(chan message, 10)
	refusing := make(chan string, 10)
	var refuse http.HandlerFunc = func(w http.ResponseWriter, r *http.Request) {
		refusing <- r.Header.Get("Webhook-Id")
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	at := httptest.NewServer(refuse)
	args := append([]string{"--data-dir", t.TempDir()}, hookArgs(at.URL)...)
	p := execute(t, args...)
	j := p.later(t, fmt.Sprintf(`{"game":"golf","seed":"solvitaire:1","webhook":{"url":"%s/"}}`, at.URL))
	id := <-refusing
	p.signal(t, syscall.SIGKILL)
	p.end(t)
	at.Close()

	listener, err := net.Listen("tcp", strings.TrimPrefix(at.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	again := httptest.NewUnstartedServer(hookReceiver(messages))
	again.Listener.Close()
	again.Listener = listener
	again.Start()
	t.Cleanup(again.Close)
	p = execute(t, args...)
	m := <-messages
	if m.Headers["webhook-id"] != id || !strings.Contains(m.Body, j.ID) {
		t.Errorf("%v %s after message %s about job %s", m.Headers, m.Body, id, j.ID)
	}
	if status, _ := p.drop(t, j.ID); status != http.StatusNoContent {
		t.Errorf("deleting the job: %d", status)
	}
}

// TestWebhooksRefused asks for messages to hosts of this machine and to others that are not listed,
// or not as private.
func TestWebhooksRefused(t *testing.T) {
	t.Parallel()
	connected := make(chan struct{}, 10)
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { connected <- struct{}{} }))
	t.Cleanup(inside.Close)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(inside.URL, "http://"))
	l := launch(t, nil, "--data-dir", t.TempDir(), "--webhook-hosts", "hooks.example.org,localhost:"+port, "--webhook-key", hookKey)
	for _, url := range []string{inside.URL, "http://localhost:" + port, "https://169.254.169.254/latest/meta-data", "https://hooks.example.org:22/"} {
		question := fmt.Sprintf(`{"game":"golf","seed":"solvitaire:1","webhook":{"url":"%s"}}`, url)
		l.send(t, http.MethodPost, "/v1/solve", question, http.StatusBadRequest, "bad-input", "Prefer", "respond-async")
	}
	// It is listed, but is no public address.
	l.later(t, fmt.Sprintf(`{"game":"golf","seed":"solvitaire:1","webhook":{"url":"https://localhost:%s/"}}`, port))
	eventually(t, "the refusal", func() bool { return strings.Contains(l.log.String(), "is not a public address") })
	if len(connected) > 0 {
		t.Error("a message was sent to this machine")
	}
}
