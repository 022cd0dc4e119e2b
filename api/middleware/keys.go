package middleware

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// Key is an API key. Only the digest of its secret is kept, so that the secret cannot be
// logged.
type Key struct {
	Name   string            // of the client, in the log and in limits
	Digest [sha256.Size]byte // SHA-256 of the secret
}

const (
	leastSecret  = 20 // characters
	digestScheme = "sha256"
)

var (
	keyName   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,32}$`)
	keySecret = regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`) // a bearer token of RFC 6750
)

// ParseKeys reads configured keys, separated by commas:
//
//	SECRET  NAME:SECRET  sha256:DIGEST  NAME:sha256:DIGEST
//
// The digest is 64 hex digits. Keys with the same name are one client, so that it can replace its
// secret. A key without a name is named by its position, key-1 for the first. Errors contain no
// secrets.
func ParseKeys(text string) ([]Key, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var keys []Key
	for i, entry := range strings.Split(text, ",") {
		key := Key{Name: fmt.Sprintf("key-%d", i+1)}
		parts := strings.Split(strings.TrimSpace(entry), ":")
		if len(parts) > 1 && parts[0] != digestScheme {
			key.Name, parts = parts[0], parts[1:]
		}
		if !keyName.MatchString(key.Name) {
			return nil, fmt.Errorf("key %d: a name has 1 to 32 letters, digits, dots, dashes and underscores", i+1)
		}
		if err := key.digest(parts); err != nil {
			return nil, fmt.Errorf("key %d: %w", i+1, err)
		}
		for j, other := range keys {
			if other.Digest == key.Digest {
				return nil, fmt.Errorf("key %d has the secret of key %d", i+1, j+1)
			}
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// digest reads the secret, or its digest after the word sha256.
func (k *Key) digest(parts []string) error {
	switch {
	case len(parts) == 2 && parts[0] == digestScheme:
		given, err := hex.DecodeString(parts[1])
		if err != nil || len(given) != sha256.Size {
			return errors.New("a SHA-256 digest has 64 hex digits")
		}
		k.Digest = [sha256.Size]byte(given)
		return nil
	case len(parts) != 1:
		return errors.New("expected SECRET, NAME:SECRET or NAME:sha256:DIGEST")
	case len(parts[0]) < leastSecret:
		return fmt.Errorf("a secret has at least %d characters; openssl rand -hex 16 makes one", leastSecret)
	case !keySecret.MatchString(parts[0]):
		return errors.New("a secret may have only letters, digits and -._~+/, followed by any number of =")
	}
	k.Digest = sha256.Sum256([]byte(parts[0]))
	return nil
}

// bearerToken returns the bearer token of a request and whether there is one. If the
// request has several Authorization headers, the token is empty, which is a wrong secret.
func bearerToken(r *http.Request) (secret string, any bool) {
	values := r.Header.Values("Authorization")
	for _, value := range values {
		kind, token, _ := strings.Cut(value, " ")
		if strings.EqualFold(kind, "Bearer") {
			if len(values) > 1 {
				return "", true
			}
			return strings.TrimSpace(token), true
		}
	}
	return "", false
}

// nameOfKey returns the name of the key with this secret. For secrets of equal length, it takes the
// same time whether the secret is right or wrong.
func nameOfKey(keys []Key, secret string) (name string, found bool) {
	digest := sha256.Sum256([]byte(secret))
	for i := range keys {
		if subtle.ConstantTimeCompare(digest[:], keys[i].Digest[:]) == 1 {
			name, found = keys[i].Name, true
		}
	}
	return name, found
}
