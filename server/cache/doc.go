// Package cache keeps verdicts near at hand: [Process] in this process's own
// memory, [Redis] in a Redis that several processes share.
//
// A cache may forget, and a cache that fails is no misfortune: whoever asks goes
// on to the store. So nothing here waits long. What a cache does give is what was
// put there, or an error, as it is checked before it is believed.
//
// Keys carry the solver's epoch, so that a version whose proofs are sound never
// sees what an unsound one found, even while both run side by side. Of two records
// of a problem the better one stays (solver.Record.Better), decided where the
// record lies, since several writers may come at once.
//
//	thoughtful:verdict:1:1-9c…   ->  │ rank, 39 digits │ deflated JSON of the record │
//	           epoch └─┘  id
//
// That is a Redis key and its value; the rank is what a script in Redis compares.
// Process keeps the records themselves: to read one back from JSON takes a
// millisecond, a hundred times as long as anything else that a hit costs.
//
// The organs: process.go, redis.go with rank.lua, and value.go, which writes and
// reads what lies in Redis.
package cache
