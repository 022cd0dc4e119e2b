package middleware

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http/httptest"
	"strings"
	"testing"
)

const secret = "correct-horse-battery-staple"

func TestParseKeys(t *testing.T) {
	digest := sha256.Sum256([]byte(secret))
	for text, want := range map[string][]string{
		"": nil, "  ": nil, secret: {"key-1"}, "alice:" + secret: {"alice"}, "sha256:" + hex.EncodeToString(digest[:]): {"key-1"},
		"alice:sha256:" + strings.ToUpper(hex.EncodeToString(digest[:])): {"alice"},
		"abcdefghijklmnopqrst , bob:" + secret:                           {"key-1", "bob"},
		"alice:abcdefghijklmnopqrst,alice:" + secret:                     {"alice", "alice"},
	} {
		keys, err := ParseKeys(text)
		if err != nil || len(keys) != len(want) {
			t.Errorf("%q: %d keys, %v", text, len(keys), err)
			continue
		}
		for i, name := range want {
			if keys[i].Name != name {
				t.Errorf("%q: key %d has name %s", text, i+1, keys[i].Name)
			}
		}
		if len(keys) > 0 {
			if name, found := nameOfKey(keys, secret); !found || name != want[len(want)-1] {
				t.Errorf("%q: the secret belongs to %q, %t", text, name, found)
			}
			for _, wrong := range []string{"", secret[1:], secret + "x", hex.EncodeToString(digest[:])} {
				if name, found := nameOfKey(keys, wrong); found {
					t.Errorf("%q: %q is accepted as the secret of %s", text, wrong, name)
				}
			}
		}
	}
	for _, text := range []string{
		"short", ",", secret + ",", "a b:" + secret, ":" + secret, "alice:", "alice:bob:" + secret, "with spaces in the middle of it",
		"sha256:" + secret, "sha256:", "alice:sha256:00", secret + "," + secret,
		"alice:" + secret + ",sha256:" + hex.EncodeToString(digest[:]), secret + "\n,",
	} {
		if keys, err := ParseKeys(text); err == nil {
			t.Errorf("%q: %d keys", text, len(keys))
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("the error repeats the secret: %v", err)
		}
	}
}

// FuzzParseKeys checks that accepted text has a key per entry, all different, and that no error
// repeats a secret.
func FuzzParseKeys(f *testing.F) {
	f.Add("alice:" + secret + ",sha256:" + strings.Repeat("0", 64))
	f.Add("::,:")
	f.Fuzz(func(t *testing.T, text string) {
		keys, err := ParseKeys(text)
		if err != nil {
			for entry := range strings.SplitSeq(text, ",") {
				for part := range strings.SplitSeq(strings.TrimSpace(entry), ":") {
					if len(part) >= leastSecret && strings.Contains(err.Error(), part) {
						t.Errorf("%q: %v", text, err)
					}
				}
			}
			return
		}
		seen := map[Key]bool{}
		for _, k := range keys {
			if seen[k] || k.Name == "" {
				t.Errorf("%q: %+v", text, keys)
			}
			seen[k] = true
		}
	})
}

// TestShown checks which headers have a key.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		values []string
		secret string
		any    bool
	}{
		{nil, "", false},
		{[]string{"Bearer x"}, "x", true},
		{[]string{"bearer  x "}, "x", true},
		{[]string{"Bearer"}, "", true},
		{[]string{"Bearerx"}, "", false},
		{[]string{"Basic eA=="}, "", false},
		{[]string{"Bearer x", "Bearer x"}, "", true},
		{[]string{"Basic eA==", "Bearer x"}, "", true},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Authorization"] = c.values
		if secret, any := bearerToken(r); secret != c.secret || any != c.any {
			t.Errorf("%q shows %q, %t", c.values, secret, any)
		}
	}
}
