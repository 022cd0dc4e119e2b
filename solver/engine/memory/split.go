package memory

// BucketSize is the number of entries of a bucket of a table.
const BucketSize = 8

// Split divides bucket i of a table that doubles in place. An entry goes to bucket 2i if side
// returns 0 for it, and to bucket 2i+1 if side returns 1. The caller splits the buckets from the
// last to the first. Zero entries are empty; in a bucket they follow the other entries.
func Split[E comparable](table []E, i int, side func(E) uint64) {
	var old [BucketSize]E
	var empty E
	copy(old[:], table[i*BucketSize:])
	clear(table[2*i*BucketSize : 2*(i+1)*BucketSize])
	at := [2]int{2 * i * BucketSize, (2*i + 1) * BucketSize}
	for _, e := range old {
		if e == empty {
			break
		}
		half := side(e)
		table[at[half]] = e
		at[half]++
	}
}
