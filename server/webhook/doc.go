// Package webhook sends a signed message when a job or a campaign has ended.
//
// The messages are rows of the store (package store), added and deleted with the job or campaign.
// The transaction that ends one gives its message to the queue (package queue), from which any process
// sends it, so that a message survives its process and is sent at least once. An attempt that fails is
// repeated after longer and longer pauses, within half an hour. Each host has a queue of its own, so
// that none keeps others waiting.
//
// A message says what has ended and in which state, and where to read it. It has no verdict: a reader
// fetches that from the service, which checks it as always. So a message that is late, forged or sent
// twice is harmless.
//
// A message is signed as Standard Webhooks says (standardwebhooks.com), under a secret of the client
// that made the request. The secret is derived from the key of the configuration and the client's name,
// so that it is the same for all its messages, in all processes and after restarts, and the database
// has none.
//
// Clients choose the URLs, so what may be reached is bounded: only hosts that the operator has listed,
// by https, at public addresses, which the dialer checks after the name was resolved; no redirects, no
// proxy; answers are read up to a bound. A host that is marked as private may have any address and
// plain http.
//
// The files: hosts.go has the list of hosts, dial.go the addresses, sign.go secrets and signatures,
// sender.go sends messages.
package webhook
