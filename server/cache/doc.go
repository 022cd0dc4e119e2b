// Package cache keeps records of verdicts: [Process] in this process's memory, [Redis] in a Redis
// server that several processes share.
//
// A cache may evict records or fail; the store is asked next. So calls have short timeouts. A cache
// checks records before it returns them: it returns what was put there, or an error.
//
// Keys contain the solver's epoch. So a program with a corrected proof never reads what an earlier,
// unsound version found, even while both run. Of two records of a problem the better one stays
// (solver.Record.Better). The cache compares them, since several processes may write at once.
//
//	thoughtful:record2:1:1-9c…  ->  │ rank, 58 digits │ deflated JSON of the record │
//	           epoch └─┘  id
//
// That is a Redis key and its value; a script in Redis compares ranks. Process keeps decoded records:
// decoding a record from JSON takes a millisecond, a hundred times as long as the rest of a hit.
//
// Redis also counts the requests of clients for all processes that share it (rates.go). These keys
// contain digests under the secret key, and expire within a minute:
//
//	thoughtful:rate:9c…   ->  when the client's bucket will be full again
//
// The files: process.go, redis.go with rank.lua, value.go (encodes and decodes values in Redis), and
// rates.go with rates.lua.
package cache
