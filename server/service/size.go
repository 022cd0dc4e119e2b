package service

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// Size is a number of bytes, written with a unit: 512MiB, 4GiB, or plain bytes.
type Size int64

var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// UnmarshalText reads a size.
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
		return fmt.Errorf("%q is no amount of memory: write bytes, or a number with KiB, MiB or GiB, such as 512MiB", text)
	}
	*s = Size(n * unit)
	return nil
}

// Fits tells whether the machine has so much memory, since a program that asks for
// more is ended on the spot. Where the machine can't be asked, anything fits, and
// what is the default anywhere.
func (s Size) Fits(name string) error {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return nil
	}
	var kib Size
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kib); err == nil && s > max(kib<<10, 1<<30) {
		return Usagef("%s: this machine has %d MiB of memory", name, kib>>10)
	}
	return nil
}
