package api

import (
	"image/png"
	"testing"
)

// TestPreviews decodes the pictures of a deal by its number and by its id, of the usual width and of
// another one.
func TestPreviews(t *testing.T) {
	o := options()
	o.Library = remembered(t, `{"question":{"game":"klondike","seed":"solvitaire:2"},"verdict":"winnable"}`)
	h := serving(t, o)
	for _, path := range []string{"/v1/games/klondike/deals/2.png", "/v1/deals/1-ffbc332a3612e283adc096c8fae45e58.png"} {
		for query, width := range map[string]int{"": 1200, "?width=400": 400} {
			w := get(h, "GET", path+query)
			c, err := png.DecodeConfig(w.Body)
			if err != nil || c.Width != width || c.Height != width*630/1200 || w.Header().Get("Content-Type") != "image/png" {
				t.Errorf("%s: %d, %v, %+v, %v", path+query, w.Code, err, c, w.Header())
			}
		}
	}
}
