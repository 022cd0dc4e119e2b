package odds

import "math/big"

// Share is how many of some equally likely cases there are.
type Share struct{ Count, Of *big.Int }

// Float is the share as a number from 0 to 1.
func (s Share) Float() float64 {
	x, _ := new(big.Rat).SetFrac(s.Count, s.Of).Float64()
	return x
}

// choose is in how many ways k of n things can be chosen.
func choose(n, k int) *big.Int {
	if k < 0 || k > n {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
