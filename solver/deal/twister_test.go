package deal

import "testing"

// TestTwister compares with the generator's published outputs: the first ones of seed 1,
// and the ten-thousandth of the default seed 5489, by which the C++ standard defines it.
func TestTwister(t *testing.T) {
	one := newTwister(1)
	for i, want := range []uint32{1791095845, 4282876139, 3093770124, 4005303368} {
		if got := one.uint32(); got != want {
			t.Errorf("seed 1: output %d is %d; want %d", i+1, got, want)
		}
	}
	standard := newTwister(5489)
	for range 9999 {
		standard.uint32()
	}
	if got := standard.uint32(); got != 4123659995 {
		t.Errorf("seed 5489: output 10000 is %d; want 4123659995", got)
	}
}

// TestTwisterOf compares with the outputs that the generator's authors publish for a list
// of numbers, and with the fractions that Python draws.
func TestTwisterOf(t *testing.T) {
	list := newTwisterOf(0x123, 0x234, 0x345, 0x456)
	for i, want := range []uint32{1067595299, 955945823, 477289528, 4107218783, 4228976476} {
		if got := list.uint32(); got != want {
			t.Errorf("output %d is %d; want %d", i+1, got, want)
		}
	}
	for _, test := range []struct {
		key  []uint32
		want float64
	}{
		{[]uint32{1}, 0.13436424411240122},
		{[]uint32{7, 3}, 0.9770716452238201},
	} {
		if got := newTwisterOf(test.key...).float64(); got != test.want {
			t.Errorf("%v: %v; want %v", test.key, got, test.want)
		}
	}
}

// TestBelow draws every number of small ranges, and none outside.
func TestBelow(t *testing.T) {
	generator := newTwister(3)
	for n := 2; n <= 104; n++ {
		seen := make([]bool, n)
		for range 40 * n {
			seen[generator.below(n)] = true
		}
		for j, s := range seen {
			if !s {
				t.Errorf("below(%d) never returns %d", n, j)
			}
		}
	}
}
