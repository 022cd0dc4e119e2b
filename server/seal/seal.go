package seal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Size is the length of a seal in bytes, half of the digest. That is enough: a forger can test a
// guess only by a request to the service.
const Size = 16

// Keys are secret keys. New seals are made with the first key; seals of all keys are valid.
type Keys struct{ keys [][]byte }

// shortest is the least length of a key's text. A key of random letters and digits of this
// length has a hundred bits.
const shortest = 20

// mostKeys is how many keys may be valid: the key in use, and its predecessor or successor.
const mostKeys = 2

// Split reads the secrets of a setting: one, or two with a comma between them.
// Errors don't repeat the text.
func Split(text string) ([]string, error) {
	secrets := strings.Split(text, ",")
	for i, secret := range secrets {
		if secrets[i] = strings.TrimSpace(secret); len(secrets[i]) < shortest {
			return nil, fmt.Errorf("key %d has fewer than %d characters; openssl rand -hex 16 prints a new key", i+1, shortest)
		}
	}
	if len(secrets) > mostKeys {
		return nil, fmt.Errorf("%d keys given, at most %d allowed: the old key and the new one", len(secrets), mostKeys)
	}
	return secrets, nil
}

// Parse reads the keys of a setting; see [Split].
func Parse(text string) (Keys, error) {
	var k Keys
	secrets, err := Split(text)
	for _, secret := range secrets {
		key := sha256.Sum256([]byte(secret))
		k.keys = append(k.keys, key[:])
	}
	return k, err
}

// NewKey returns the text of a random key.
func NewKey() string { return rand.Text() }

// Sum returns the seal of a value that consists of some parts. A seal made for one purpose, or for
// other parts with the same bytes in all, is not valid for another.
func (k *Keys) Sum(purpose string, parts ...[]byte) []byte { return sum(k.keys[0], purpose, parts) }

// Fingerprints returns a text for each key, the newest first. It identifies the key without
// revealing it.
func (k *Keys) Fingerprints() []string {
	var all []string
	for _, key := range k.keys {
		all = append(all, fingerprint(key))
	}
	return all
}

// Has reports whether of is the fingerprint of one of the keys.
func (k *Keys) Has(of string) bool {
	return slices.ContainsFunc(k.keys, func(key []byte) bool { return fingerprint(key) == of })
}

func fingerprint(key []byte) string { return hex.EncodeToString(sum(key, "fingerprint", nil)) }

// Valid reports whether Sum, with one of the keys, returns this seal for the purpose and parts.
func (k *Keys) Valid(seal []byte, purpose string, parts ...[]byte) bool {
	for _, key := range k.keys {
		if hmac.Equal(seal, sum(key, purpose, parts)) {
			return true
		}
	}
	return false
}

func sum(key []byte, purpose string, parts [][]byte) []byte {
	h := hmac.New(sha256.New, key)
	var length [8]byte
	write := func(part []byte) {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write(part)
	}
	write([]byte(purpose))
	for _, part := range parts {
		write(part)
	}
	return h.Sum(nil)[:Size]
}
