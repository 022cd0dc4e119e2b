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

// Keys are the keys that the secrets of clients are derived from, the newest first. Messages are signed
// under the secrets of all, so that a client can change over while a key is replaced.
type Keys []string

// ParseKeys reads keys as they are configured; see [seal.Split].
func ParseKeys(text string) (Keys, error) { return seal.Split(text) }

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
