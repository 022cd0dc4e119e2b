package moves

import (
	"encoding/json"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// FuzzPlayRequest reads arbitrary requests. An accepted one names a player, and is the same when
// the options of its answer are sent again.
func FuzzPlayRequest(f *testing.F) {
	f.Add(`{"game":"klondike","seed":"solvitaire:7","player":"greedy","options":{},"player_seed":3}`)
	f.Add(`{"game":"golf","seed":"solvitaire:7","player":"hindsight","options":{"n":1},"deadline_ms":5,"moves_format":"text"}`)
	f.Add(`{"game":"klondike","seed":"solvitaire:7","player":"insight","options":{"stock":"hidden"}}`)
	f.Fuzz(func(t *testing.T, request string) {
		q, err := decodePlay(t.Context(), []byte(request), limits)
		if err != nil {
			return
		}
		if q.player.Kind.Name == "" || q.Deadline <= 0 || q.Deadline > limits.Deadline || q.player.Kind.Refusal(&q.Rules) != "" || q.Seed == nil && q.player.Kind.PositionRefusal(&q.Rules, &q.Position, q.player.Options) != "" {
			t.Errorf("%s: %+v", request, q)
		}
		var told map[string]any
		if err := json.Unmarshal(reply.JSON(q.player.Kind.AllOptions(q.player.Options)), &told); err != nil {
			t.Fatal(err)
		}
		if again, err := q.player.Kind.ReadOptions(told); err != nil || q.player.Kind.Title(again) != q.player.Kind.Title(q.player.Options) {
			t.Errorf("%s: %v, %v", request, again, err)
		}
	})
}
