package odds

import "math/big"

// Share is the number of cases with a property, and of all cases. All are equally likely.
type Share struct{ Count, Of *big.Int }

// Float returns the share as a number from 0 to 1.
func (s Share) Float() float64 {
	x, _ := new(big.Rat).SetFrac(s.Count, s.Of).Float64()
	return x
}

// choose returns the number of ways to choose k of n things.
func choose(n, k int) *big.Int {
	if k < 0 || k > n {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

func product(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
