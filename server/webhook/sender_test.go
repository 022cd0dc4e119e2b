package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	newKey = "the-new-key-of-this-test"
	oldKey = "the-old-key-of-this-test"
)

// pauses are short, so that all attempts take no time.
var pauses = []time.Duration{time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond, 4 * time.Millisecond}

// outcomes counts the outcomes of attempts.
type outcomes struct {
	mu   sync.Mutex
	list []string
}

func (o *outcomes) WebhookTried(outcome string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = append(o.list, outcome)
}

func (o *outcomes) all() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.list)
}

// database opens a SQLite store in a directory.
func openStore(t *testing.T, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), database.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// ended adds a job that has ended, with a webhook.
func ended(t *testing.T, s *store.Store, name, url, host string) {
	t.Helper()
	now := time.Now().Truncate(time.Millisecond)
	j := job.Job{
		ID: name + strings.Repeat("-", 22), Client: "key:me", Request: []byte("{}"), Accepted: now, Deadline: now.Add(time.Minute),
		Webhook: job.Webhook{URL: url, Host: host, Owner: "key:me"},
	}
	if err := s.AddJob(t.Context(), j, store.Limits{All: 100, Client: 100}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CancelJob(t.Context(), j.ID, now, []byte("{}")); err != nil {
		t.Fatal(err)
	}
}

// sending starts to send to some hosts, until it is stopped or the test ends.
func sending(t *testing.T, s *store.Store, log io.Writer, hosts ...string) (sender *Sender, seen *outcomes, stop func()) {
	t.Helper()
	allowed, err := ParseHosts(hosts)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ParseKeys(newKey + ", " + oldKey)
	if err != nil {
		t.Fatal(err)
	}
	seen = new(outcomes)
	duties := &queue.Duties{Log: slog.New(slog.NewTextHandler(t.Output(), nil)), RescueAfter: time.Minute}
	sender = New(Options{
		Store: s, Hosts: allowed, Keys: keys, Agent: "test", Log: slog.New(slog.NewTextHandler(log, nil)), Tried: seen.WebhookTried,
		Pauses: pauses, Poll: 10 * time.Millisecond,
	}, duties)
	end, err := s.Queue().Start(t.Context(), duties)
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := end(ctx); err != nil {
			t.Error(err)
		}
		sender.Close()
	})
	t.Cleanup(stop)
	return sender, seen, stop
}

// until waits for a condition.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: it takes too long", what)
		}
	}
}

// verify checks a message as Standard Webhooks says, with a secret as a client gets it.
func verify(secret string, header http.Header, body []byte) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("webhook-id"), header.Get("webhook-timestamp"), body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for given := range strings.FieldsSeq(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), []byte(want)) {
			return nil
		}
	}
	return fmt.Errorf("no signature of %q is %s", header.Get("webhook-signature"), want)
}

// received is a message as a receiver has it.
type received struct {
	header http.Header
	body   []byte
}

// receiver answers each message with the next status, and then 204. Private is its entry in the list of
// hosts.
type receiver struct {
	*httptest.Server
	private, host string

	mu       sync.Mutex
	statuses []int
	got      []received
}

func receive(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{statuses: statuses}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, received{request.Header, body})
		status := http.StatusNoContent
		if len(r.statuses) > 0 {
			status, r.statuses = r.statuses[0], r.statuses[1:]
		}
		if status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	r.host = strings.TrimPrefix(r.URL, "http://")
	r.private = privateMark + r.host
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// TestDelivery verifies messages with the secrets of the new key and of the old one.
func TestDelivery(t *testing.T) {
	s, r := openStore(t, t.TempDir()), receive(t)
	ended(t, s, "a", r.URL+"/told?b=c", r.host)
	sender, o, _ := sending(t, s, t.Output(), r.private)
	until(t, "delivery", func() bool { return len(o.all()) > 0 })
	got := r.all()
	if len(got) != 1 || !slices.Equal(o.all(), []string{Delivered}) {
		t.Fatalf("%d messages, outcomes %q", len(got), o.all())
	}
	header, body := got[0].header, got[0].body
	for _, key := range []string{newKey, oldKey} {
		if err := verify(Keys{key}.Secret("key:me"), header, body); err != nil {
			t.Error(err)
		}
	}
	if sender.Secret("key:me") != (Keys{newKey}).Secret("key:me") {
		t.Error("a client gets another secret than that of the newest key")
	}
	for _, other := range []string{Keys{newKey}.Secret("key:you"), Keys{"another-key-of-this-test"}.Secret("key:me")} {
		if err := verify(other, header, body); err == nil {
			t.Errorf("verified with the secret %s", other)
		}
	}
	var m struct {
		Type      string
		Timestamp time.Time
		Data      struct{ ID, State, Location string }
	}
	if err := json.Unmarshal(body, &m); err != nil || m.Type != "job.ended" || time.Since(m.Timestamp) > time.Minute ||
		!strings.HasPrefix(m.Data.ID, "a-") || m.Data.State != "cancelled" || m.Data.Location != "/v1/jobs/"+m.Data.ID {
		t.Errorf("%v: %s", err, body)
	}
	if header.Get("Content-Type") != "application/json" || header.Get("User-Agent") != "test" {
		t.Errorf("%v", header)
	}
}

// TestRetries answers messages with errors. They are sent again with the same id and body, up to five
// times, and no more after 410. A redirect is an error and is not followed.
func TestRetries(t *testing.T) {
	for _, test := range []struct {
		statuses []int
		want     []string
	}{
		{[]int{500, 302, 404}, []string{Failed, Failed, Failed, Delivered}},
		{[]int{500, 503, 429, 301, 400, 200}, []string{Failed, Failed, Failed, Failed, Abandoned}},
		{[]int{503, 410, 200}, []string{Failed, Abandoned}},
	} {
		t.Run(fmt.Sprint(test.statuses), func(t *testing.T) {
			s, r := openStore(t, t.TempDir()), receive(t, test.statuses...)
			ended(t, s, "a", r.URL+"/told", r.host)
			_, o, stop := sending(t, s, t.Output(), r.private)
			until(t, "attempts", func() bool { return len(o.all()) >= len(test.want) })
			time.Sleep(30 * time.Millisecond) // another attempt would be made
			stop()
			got := r.all()
			if !slices.Equal(o.all(), test.want) || len(got) != len(test.want) {
				t.Errorf("outcomes %q, want %q; %d messages", o.all(), test.want, len(got))
			}
			for _, m := range got {
				if m.header.Get("webhook-id") != got[0].header.Get("webhook-id") || string(m.body) != string(got[0].body) {
					t.Errorf("%v %s after %v %s", m.header, m.body, got[0].header, got[0].body)
				}
				if err := verify(Keys{newKey}.Secret("key:me"), m.header, m.body); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestRefusedAddresses lists hosts that are not private, with URLs that lead to this machine. Nothing is
// connected to.
func TestRefusedAddresses(t *testing.T) {
	connected := make(chan string, 100)
	inside := httptest.NewUnstartedServer(http.NotFoundHandler())
	inside.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	inside.Listener = &noting{inside.Listener, connected}
	inside.StartTLS()
	t.Cleanup(inside.Close)
	s := openStore(t, t.TempDir())
	_, port, _ := strings.Cut(strings.TrimPrefix(inside.URL, "https://"), ":")
	hosts := []string{"127.0.0.1:" + port, "localhost:" + port, "[::ffff:127.0.0.1]:" + port, "[::1]:" + port}
	for i, host := range hosts {
		ended(t, s, string(rune('a'+i)), "https://"+host+"/", host)
	}
	var log strings.Builder
	_, o, stop := sending(t, s, &log, hosts...)
	until(t, "attempts", func() bool { return len(o.all()) >= 5*len(hosts) })
	stop()
	if slices.Contains(o.all(), Delivered) {
		t.Errorf("outcomes %q", o.all())
	}
	if n := strings.Count(log.String(), "is not a public address"); n < 5*(len(hosts)-1) { // a machine may have no ::1
		t.Errorf("%d refusals:\n%s", n, &log)
	}
	if len(connected) > 0 {
		t.Errorf("connected from %s", <-connected)
	}
}

// TestChangedURL has URLs in the database that are not allowed, or no longer.
func TestChangedURL(t *testing.T) {
	s, r := openStore(t, t.TempDir()), receive(t)
	ended(t, s, "a", "http://127.0.0.1:1/", r.host)
	ended(t, s, "b", r.URL, r.host)
	ended(t, s, "c", "http://other.example/", "other.example:80")
	var log strings.Builder
	_, o, stop := sending(t, s, &log, r.private)
	until(t, "attempts", func() bool { return len(o.all()) >= 6 })
	stop()
	if got := r.all(); len(got) != 1 || !strings.Contains(string(got[0].body), `"b-`) {
		t.Errorf("%d messages", len(got))
	}
	if strings.Count(log.String(), "not allowed") != 5 || strings.Contains(log.String(), "c-") {
		t.Errorf("log:\n%s", &log)
	}
}

// hanging is a receiver that answers the first messages after the test, and others at once.
func hanging(t *testing.T, messages int) (r *receiver, begun chan struct{}) {
	t.Helper()
	r = receive(t)
	begun, hang := make(chan struct{}, messages), make(chan struct{})
	next := r.Config.Handler
	r.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		select {
		case begun <- struct{}{}:
			_, _ = io.Copy(io.Discard, request.Body)
			<-hang
		default:
			next.ServeHTTP(w, request)
		}
	})
	t.Cleanup(func() { close(hang) })
	return r, begun
}

// TestStoppedWhileSending stops in the middle of an attempt. The message is sent after the next start, and
// the attempt does not count.
func TestStoppedWhileSending(t *testing.T) {
	s := openStore(t, t.TempDir())
	r, begun := hanging(t, 1)
	ended(t, s, "a", r.URL+"/secret-path", r.host)
	var log strings.Builder
	_, o, stop := sending(t, s, &log, r.private)
	until(t, "attempt", func() bool { return len(begun) > 0 })
	stop()
	if len(o.all()) != 0 {
		t.Errorf("outcomes %q", o.all())
	}
	_, o, stop = sending(t, s, &log, r.private)
	until(t, "delivery", func() bool { return slices.Equal(o.all(), []string{Delivered}) })
	stop()
	if strings.Contains(log.String(), "secret-path") || !strings.Contains(log.String(), "attempt=1 ") {
		t.Errorf("log:\n%s", &log)
	}
}

// TestKilled copies a database in the middle of an attempt, which is what a killed process leaves. The
// message is sent at the next start.
func TestKilled(t *testing.T) {
	dir, left := t.TempDir(), t.TempDir()
	s := openStore(t, dir)
	r, begun := hanging(t, 1)
	ended(t, s, "a", r.URL, r.host)
	sending(t, s, t.Output(), r.private)
	until(t, "attempt", func() bool { return len(begun) > 0 })
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	_, o, _ := sending(t, openStore(t, left), t.Output(), r.private)
	until(t, "delivery", func() bool { return slices.Equal(o.all(), []string{Delivered}) })
}

// TestSlowHost has a receiver that doesn't answer, and more messages for it than are sent at a time. The
// messages of another host are not kept waiting.
func TestSlowHost(t *testing.T) {
	s, r := openStore(t, t.TempDir()), receive(t)
	slow, begun := hanging(t, 3*atATime)
	for i := range 3 * atATime {
		ended(t, s, string(rune('a'+i)), slow.URL, slow.host)
	}
	ended(t, s, "z", r.URL, r.host)
	_, o, _ := sending(t, s, t.Output(), slow.private, r.private)
	until(t, "delivery", func() bool { return slices.Contains(o.all(), Delivered) })
	until(t, "as many messages as are sent at a time", func() bool { return len(begun) >= atATime })
	time.Sleep(20 * time.Millisecond)
	if n := len(begun); n != atATime {
		t.Errorf("%d messages at a time", n)
	}
}

// TestLongAnswer answers without an end. No more than a bound is read.
func TestLongAnswer(t *testing.T) {
	s := openStore(t, t.TempDir())
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	t.Cleanup(endless.Close)
	host := strings.TrimPrefix(endless.URL, "http://")
	ended(t, s, "a", endless.URL, host)
	_, o, _ := sending(t, s, t.Output(), privateMark+host)
	until(t, "delivery", func() bool { return slices.Equal(o.all(), []string{Delivered}) })
}

func TestParseKeys(t *testing.T) {
	for _, bad := range []string{"", "short", newKey + ",", newKey + "," + oldKey + "," + newKey} {
		if keys, err := ParseKeys(bad); err == nil || strings.Contains(err.Error(), "short,") {
			t.Errorf("%q: %d keys, %v", bad, len(keys), err)
		}
	}
}
