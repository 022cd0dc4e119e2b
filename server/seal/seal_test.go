package seal

import (
	"strings"
	"testing"
)

func keys(t *testing.T, text string) *Keys {
	t.Helper()
	k, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &k
}

const (
	first  = "the-first-key-of-this-test"
	second = "the-second-key-of-this-test"
)

// TestForgery changes each bit of a value, of its seal and of what it is sealed for.
func TestForgery(t *testing.T) {
	k := keys(t, first)
	value, seal := []byte("unwinnable"), []byte(nil)
	seal = k.Sum("record", []byte("id"), value)
	if len(seal) != Size || !k.Valid(seal, "record", []byte("id"), value) {
		t.Fatalf("its own seal %x is not valid", seal)
	}
	for i := range 8 * len(value) {
		other := append([]byte(nil), value...)
		other[i/8] ^= 1 << (i % 8)
		if k.Valid(seal, "record", []byte("id"), other) {
			t.Errorf("valid for %q", other)
		}
	}
	for i := range 8 * len(seal) {
		other := append([]byte(nil), seal...)
		other[i/8] ^= 1 << (i % 8)
		if k.Valid(other, "record", []byte("id"), value) {
			t.Errorf("seal %x is valid", other)
		}
	}
	for name, valid := range map[string]bool{
		"another purpose":  k.Valid(seal, "job", []byte("id"), value),
		"parts cut apart":  k.Valid(seal, "record", []byte("i"), []byte("dunwinnable")),
		"parts joined":     k.Valid(seal, "record", []byte("idunwinnable")),
		"a part more":      k.Valid(seal, "record", []byte("id"), value, nil),
		"another key":      keys(t, second).Valid(seal, "record", []byte("id"), value),
		"no seal":          k.Valid(nil, "record", []byte("id"), value),
		"half of the seal": k.Valid(seal[:Size/2], "record", []byte("id"), value),
	} {
		if valid {
			t.Errorf("%s is valid", name)
		}
	}
}

// TestRotation replaces a key while processes with the old one run.
func TestRotation(t *testing.T) {
	before, during, after := keys(t, first), keys(t, second+","+first), keys(t, second)
	value := []byte("value")
	if !during.Valid(before.Sum("x", value), "x", value) {
		t.Error("values of the old key are refused while both are valid")
	}
	if !after.Valid(during.Sum("x", value), "x", value) {
		t.Error("while both are valid the new key does not seal")
	}
	if after.Valid(before.Sum("x", value), "x", value) {
		t.Error("values of a withdrawn key are accepted")
	}
}

func TestParse(t *testing.T) {
	for _, text := range []string{"", "short", first + ",", "," + first, first + ",short", strings.Repeat(first+",", 2) + first} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is accepted", text)
		} else if strings.Contains(err.Error(), "short,") || strings.Contains(err.Error(), first) {
			t.Errorf("the error repeats the key: %v", err)
		}
	}
	if made := NewKey(); len(made) < shortest || made == NewKey() {
		t.Errorf("new key %q", made)
	}
}
