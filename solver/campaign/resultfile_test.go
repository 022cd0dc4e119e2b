package campaign

import (
	"bytes"
	"testing"
)

// FuzzResults reads any file: what is read can be kept.
func FuzzResults(f *testing.F) {
	f.Add([]byte("game,seed,verdict,because,seconds,states,length\nklondike,solvitaire:2,winnable,,0.5,1000,140\n"), false)
	f.Add([]byte("seed,game,won,score\nsolvitaire:2,klondike,true,52\nsolvitaire:2,klondike,true,52\n"), true)
	f.Add([]byte(`{"game":"free-cell","seed":"microsoft:2","verdict":"unknown","because":"states","seconds":1e-3}`+"\n"), false)
	f.Add([]byte("\x1f\x8b\x08\x00"), false)
	f.Fuzz(func(t *testing.T, text []byte, player bool) {
		who := ""
		if player {
			who = "greedy"
		}
		r := NewResultReader("", nil, who, false)
		if err := r.Read("file", bytes.NewReader(text)); err != nil {
			return
		}
		sets, again, err := r.Done()
		if (err != nil) != (r.wrongLines > 0) {
			t.Fatalf("%v, with %d lines wrong", err, r.wrongLines)
		}
		n := again
		for _, set := range sets {
			n += len(set.Results)
			for i, result := range set.Results {
				if i > 0 && result.Seed <= set.Results[i-1].Seed {
					t.Errorf("seed %d after %d", result.Seed, set.Results[i-1].Seed)
				}
				if result.Elapsed < 0 || result.States < 0 || result.Length < 0 || (result.Verdict == "") != player {
					t.Errorf("%+v", result)
				}
			}
		}
		if lines := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 1; n > lines && !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
			t.Errorf("%d results in %d lines", n, lines)
		}
	})
}
