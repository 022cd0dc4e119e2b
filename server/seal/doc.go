// Package seal signs stored values, so that the service trusts only values written with its key.
//
// Values that are read back from Redis or the database can't be checked in full: a solution is
// replayed, but `unwinnable` is a claim. So each value has a seal, an HMAC-SHA-256 (RFC 2104) of
// the whole value under a secret key. A value that is damaged, or written without the key, has no
// valid seal. Readers check the seal before they do anything else, such as inflate the value.
//
// [Keys] seal with their first key and accept seals of all their keys. So while a key is replaced,
// processes with the new key and processes with the old key read each other's values.
package seal
