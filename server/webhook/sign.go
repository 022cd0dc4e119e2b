package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

// Keys are the keys from which the secrets of clients are derived, the newest first. Each message has
// a signature for every key, so that a client can change to the new secret while a key is replaced.
type Keys []string

// ParseKeys reads the keys of a setting; see [seal.Split].
func ParseKeys(text string) (Keys, error) { return seal.Split(text) }

// secret returns the secret of a client under a key.
func secret(key, owner string) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("thoughtful webhook secret\x00" + owner))
	return mac.Sum(nil)
}

// Secret returns the secret of a client from the newest key, in the format of Standard Webhooks.
func (k Keys) Secret(owner string) string {
	return "whsec_" + base64.StdEncoding.EncodeToString(secret(k[0], owner))
}

// sign returns the value of the header webhook-signature for a message.
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
