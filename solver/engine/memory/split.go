package memory

// BucketSize is the number of entries of a bucket of a table.
const BucketSize = 8

// Split divides a bucket of a table that doubles in place: the entries of bucket i go to buckets 2i
// and 2i+1, as side says with 0 or 1. The table is an array of buckets and splits them from the last
// one to the first. Zero entries are empty, and the others of a bucket stand before them.
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
