package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// size is a number of bytes, written with a unit: 512MiB, 4GiB, or plain bytes.
type size int64

var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// UnmarshalText reads a size.
func (s *size) UnmarshalText(text []byte) error {
	digits, unit := string(text), int64(1)
	for _, u := range units {
		if d, found := strings.CutSuffix(digits, u.suffix); found {
			digits, unit = strings.TrimSpace(d), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is no amount of memory: write bytes, or a number with KiB, MiB or GiB, such as 512MiB", text)
	}
	*s = size(n * unit)
	return nil
}
