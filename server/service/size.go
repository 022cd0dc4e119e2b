package service

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes, written with a unit: 512MiB, 4GiB, or plain bytes.
type Size int64

var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// UnmarshalText parses a size.
func (s *Size) UnmarshalText(text []byte) error {
	digits, unit := string(text), int64(1)
	for _, u := range units {
		if d, found := strings.CutSuffix(digits, u.suffix); found {
			digits, unit = strings.TrimSpace(d), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is not a size: must be bytes, or a number with KiB, MiB, GiB or TiB, such as 512MiB", text)
	}
	*s = Size(n * unit)
	return nil
}

// inMiB writes a number of bytes in whole MiB.
func inMiB(bytes int64) string { return fmt.Sprintf("%dMiB", bytes/mib) }
