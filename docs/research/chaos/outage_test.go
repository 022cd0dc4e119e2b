package chaos

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestDuring asks for times before, during and after an outage.
func TestDuring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var o outages
		began := time.Now()
		at := func(seconds int) time.Time { return began.Add(time.Duration(seconds) * time.Second) }
		time.Sleep(10 * time.Second)
		down := o.begin(redisPart)
		time.Sleep(10 * time.Second)
		if !o.during("", at(15), at(16), 0) {
			t.Error("not down before its end")
		}
		if lasted := o.end(down); lasted != 10*time.Second {
			t.Errorf("lasted %s", lasted)
		}
		for _, test := range []struct {
			part             string
			from, to, settle int
			want             bool
		}{
			{"", 5, 9, 0, false},
			{"", 5, 11, 0, true},
			{redisPart, 12, 13, 0, true},
			{postgresPart, 12, 13, 0, false},
			{"", 19, 25, 0, true},
			{"", 21, 25, 0, false},
			{"", 21, 25, 3, true},
		} {
			if got := o.during(test.part, at(test.from), at(test.to), time.Duration(test.settle)*time.Second); got != test.want {
				t.Errorf("%+v: %t", test, got)
			}
		}
	})
}
