// Package webhook sends a signed message when a job or a campaign has ended.
//
// The messages are rows of the store (package store), added and deleted with the job or campaign.
// The transaction that ends a job or campaign adds its message to the queue (package queue), and any
// process may send it. So a message survives the end of a process and is sent at least once. After a
// failure there are further attempts, with longer and longer pauses, within half an hour. Each host
// has a queue of its own, so that a slow host does not delay messages to other hosts.
//
// A message says what has ended, in which state, and where to read it. It has no verdict: the
// receiver fetches that from the service. So a message that is late, forged or sent twice is harmless.
//
// Messages are signed as Standard Webhooks (standardwebhooks.com) describes, with a secret of the
// client that made the request. The secret is derived from a configured key and the client's name.
// So it is the same for all messages to a client, in all processes and after restarts, and it is not
// stored in the database.
//
// Clients choose the URLs, so the sender restricts them: only hosts that the operator has listed,
// by https, at public addresses (checked after the name was resolved). It follows no redirects, uses
// no proxy, and reads a limited part of each answer. A host that is marked as private may have any
// address and plain http.
//
// The files: hosts.go has the list of hosts, dial.go the addresses, sign.go secrets and signatures,
// sender.go sends messages.
package webhook
