// Package seal marks stored values so that only a holder of a key can write one that counts.
//
// A value in Redis or in the database is believed when it is read again, and not all of it can
// be checked: a solution is replayed, but `unwinnable` is a claim. So each value has a seal, an
// HMAC-SHA-256 (RFC 2104) over all of it under a secret key. What was damaged, or written by
// somebody without the key, has no valid seal, and is told from the rest before anything else is
// done with it, such as inflating it.
//
// [Keys] seal with the first of their keys and accept the seals of all: while a key is replaced,
// processes with the new and the old one read each other's values.
package seal
