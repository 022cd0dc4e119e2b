package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Keys are the keys that the secrets of clients are derived from, the newest first. Messages are signed
// under the secrets of all, so that a client can change over while a key is replaced.
type Keys []string

const (
	shortestKey = 20 // characters; random letters and digits of this length have a hundred bits
	mostKeys    = 2  // the one in use, and the one before
)

// ParseKeys reads keys as they are configured: one, or two with a comma between them, the newer first.
// Errors don't repeat the text.
func ParseKeys(text string) (Keys, error) {
	var keys Keys
	for i, key := range strings.Split(text, ",") {
		if key = strings.TrimSpace(key); len(key) < shortestKey {
			return nil, fmt.Errorf("key %d has fewer than %d characters; openssl rand -hex 16 makes one", i+1, shortestKey)
		}
		keys = append(keys, key)
	}
	if len(keys) > mostKeys {
		return nil, fmt.Errorf("%d keys, of which at most %d can be valid: the new one and the one before", len(keys), mostKeys)
	}
	return keys, nil
}

// secret returns the secret of a client under a key.
func secret(key, owner string) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("thoughtful webhook secret\x00" + owner))
	return mac.Sum(nil)
}

// Secret returns the secret of a client under the newest key, as Standard Webhooks writes it.
func (k Keys) Secret(owner string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(secret(k[0], owner))
}

// sign returns the signatures of a message, as the header webhook-signature has them.
func (k Keys) sign(owner, id string, at time.Time, body []byte) string {
	var all []string
	for _, key := range k {
		mac := hmac.New(sha256.New, secret(key, owner))
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(all, " ")
}
