// Package cache keeps records of verdicts close by: [Process] in this process's memory,
// [Redis] in a Redis that several processes share.
//
// A cache may forget, and a cache that fails is no disaster: the store is asked next. So
// nothing here waits long. A record that a cache returns is checked first: it is what was put
// there, or there is an error.
//
// Keys contain the solver's epoch, so that a version whose proofs are sound never sees what an
// unsound one found, even while both run side by side. Of two records of a problem the better
// one stays (solver.Record.Better), decided where the records are, since there may be several
// writers at once.
//
//	thoughtful:record2:1:1-9c…  ->  │ rank, 58 digits │ deflated JSON of the record │
//	           epoch └─┘  id
//
// That is a Redis key and its value; a script in Redis compares the rank. Process keeps the
// records themselves: decoding one from JSON takes a millisecond, a hundred times as long as
// the rest of a hit.
//
// Redis also counts the requests of clients for all processes that share it (rates.go). Those keys
// are digests under the secret key, and expire within a minute:
//
//	thoughtful:rate:9c…   ->  when the allowance will be whole again
//
// The files: process.go, redis.go with rank.lua, value.go, which encodes and decodes what is in
// Redis, and rates.go with rates.lua.
package cache
