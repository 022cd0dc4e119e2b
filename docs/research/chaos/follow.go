package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/client"
)

// errLeft is the error of a stream that was left on purpose.
var errLeft = errors.New("left the stream")

// follow follows events of a job or campaign through any replica until the final one, whose data
// it decodes. Now and then it leaves a stream on purpose and comes back with the last event's id.
func (r *run) follow(ctx context.Context, path string, to any) error {
	last, connected := int64(0), false
	err := again(ctx, func() error {
		if connected {
			r.ledger.count(reconnects, 1)
		}
		connected = true
		sent := time.Now()
		response, err := r.send(ctx, http.MethodGet, path, "", "Last-Event-ID", strconv.FormatInt(last, 10))
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode == http.StatusNoContent {
			r.ledger.fail(disorderedEvents, "%s: 204 after event %d, before the final one", path, last)
			return nil
		}
		for event, err := range client.Events[json.RawMessage](response.Body) {
			if err != nil {
				return r.broken(ctx, sent, err)
			}
			id, err := strconv.ParseInt(event.ID, 10, 64)
			if err != nil || id <= last {
				r.ledger.fail(disorderedEvents, "%s: event %s %q after %d", path, event.Name, event.ID, last)
			}
			last = id
			if event.Name == "final" {
				return json.Unmarshal(event.Data, to)
			}
			if rand.IntN(5) == 0 {
				return errLeft
			}
		}
		return errBroken // the service stops
	})
	switch {
	case err == nil:
		r.ledger.count(streams, 1)
	case r.life.Err() == nil && !gone(err):
		r.ledger.fail(endlessStreams, "%s after event %d: %v", path, last, err)
	}
	return err
}
