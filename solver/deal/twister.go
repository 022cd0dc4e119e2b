package deal

// twister is the 32-bit Mersenne Twister MT19937 of Matsumoto and Nishimura (1998), with
// their standard initialisation.
type twister struct {
	state [624]uint32
	next  int // the next word of the state to renew
}

func newTwister(seed uint32) *twister {
	t := &twister{}
	t.state[0] = seed
	for i := 1; i < len(t.state); i++ {
		previous := t.state[i-1]
		t.state[i] = 1812433253*(previous^previous>>30) + uint32(i)
	}
	return t
}

// uint32 returns a random number. It renews one word of the state and not all at once,
// because shuffling a pack takes only a tenth of them.
func (t *twister) uint32() uint32 {
	n, i := len(t.state), t.next
	t.next = (i + 1) % n
	x := t.state[i]&0x80000000 | t.state[t.next]&0x7fffffff
	y := t.state[(i+397)%n] ^ x>>1
	if x&1 == 1 {
		y ^= 0x9908b0df
	}
	t.state[i] = y
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// below returns a random number from 0 to n−1, n at least 2, as Boost's
// uniform_int_distribution does: the 32-bit range is cut into n buckets of equal size,
// and numbers behind the last are drawn again.
func (t *twister) below(n int) int {
	bucket := uint32(1 << 32 / uint64(n))
	for {
		if j := t.uint32() / bucket; j < uint32(n) {
			return int(j)
		}
	}
}

// newTwisterOf returns a twister started from a list of numbers, as its authors'
// init_by_array (2002) does.
func newTwisterOf(key ...uint32) *twister {
	t := newTwister(19650218)
	n := len(t.state)
	i := 1
	mix := func(factor uint32, add int64) {
		previous := t.state[i-1]
		t.state[i] = (t.state[i] ^ (previous^previous>>30)*factor) + uint32(add)
		if i++; i == n {
			t.state[0], i = t.state[n-1], 1
		}
	}
	for k := range max(n, len(key)) {
		j := k % len(key)
		mix(1664525, int64(key[j])+int64(j))
	}
	for range n - 1 {
		mix(1566083941, -int64(i))
	}
	t.state[0] = 1 << 31
	return t
}

// float64 returns a random fraction with 53 bits, at least 0 and less than 1.
func (t *twister) float64() float64 {
	high := t.uint32() >> 5
	low := t.uint32() >> 6
	return float64(uint64(high)<<26|uint64(low)) / (1 << 53)
}
