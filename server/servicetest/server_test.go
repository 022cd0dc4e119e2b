package servicetest

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// listens reports whether the server's port accepts connections.
func listens(t *testing.T, s *Server) bool {
	t.Helper()
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.DialTimeout("tcp", u.Host, 10*time.Second)
	if err != nil {
		if !errors.Is(err, syscall.ECONNREFUSED) {
			t.Fatal(err)
		}
		return false
	}
	conn.Close()
	return true
}

func TestLife(t *testing.T) {
	for _, kind := range Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			s := Private(t, kind)
			if !listens(t, s) {
				t.Error("a server that was started does not listen")
			}
			if err := s.Kill(); err != nil {
				t.Fatal(err)
			}
			if listens(t, s) {
				t.Error("a server that was killed still listens")
			}
			if err := s.Kill(); err != nil {
				t.Errorf("killing a dead server: %s", err)
			}
			if err := s.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !listens(t, s) {
				t.Error("a server that was started again does not listen")
			}
			if err := s.Stop(); err != nil {
				t.Fatal(err)
			}
			if listens(t, s) {
				t.Error("a server that was stopped still listens")
			}
			if _, err := os.Stat(s.dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("its directory is still there (%v)", err)
			}
		})
	}
}

func TestStartFails(t *testing.T) {
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		reason := errors.New("the user has left")
		cancel(reason)
		for _, kind := range Kinds {
			if _, err := Start(ctx, kind); !errors.Is(err, reason) {
				t.Errorf("%s: %v, want it to say why", kind.Name, err)
			}
		}
	})
	t.Run("the program ends", func(t *testing.T) {
		broken := *Redis
		broken.arguments = func(*Server) []string { return []string{"--no-such-setting", "yes"} }
		if _, err := Start(t.Context(), &broken); err == nil {
			t.Error("no error")
		}
	})
}

func TestNewest(t *testing.T) {
	dir := t.TempDir()
	for _, version := range []string{"15", "18", "14"} {
		if err := os.Mkdir(filepath.Join(dir, version), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := newest(filepath.Join(dir, "*")), filepath.Join(dir, "18"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := newest(filepath.Join(dir, "none-*")); got != "" {
		t.Errorf("%s where there is nothing", got)
	}
}

// TestInstall runs the script with stand-ins for Debian's programs.
func TestInstall(t *testing.T) {
	root := t.TempDir()
	sbin := filepath.Join(root, "usr/sbin")
	if err := os.MkdirAll(sbin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"apt-get", "update-rc.d"} {
		text := "#!/bin/sh\necho " + name + " $*\ntest -x $ROOT/usr/sbin/policy-rc.d && ls $ROOT/etc/postgresql-common/createcluster.d\n"
		if err := os.WriteFile(filepath.Join(sbin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", sbin+":"+os.Getenv("PATH"))
	policy, settings := filepath.Join(sbin, "policy-rc.d"), filepath.Join(root, "etc/postgresql-common/createcluster.d/thoughtful-tests.conf")
	for _, existing := range []bool{false, true} {
		if existing {
			if err := os.WriteFile(policy, nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		var out strings.Builder
		err := install(&out, root, []string{"nodejs", "redis-server"})
		const want = "install --no-install-recommends nodejs redis-server\nthoughtful-tests.conf\nupdate-rc.d redis-server disable\nthoughtful-tests.conf\n"
		if err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("%v; said\n%s", err, &out)
		}
		if _, err := os.Stat(settings); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the settings are still there (%v)", err)
		}
		if _, err := os.Stat(policy); errors.Is(err, os.ErrNotExist) == existing {
			t.Errorf("policy-rc.d existed before: %t; after: %v", existing, err)
		}
	}
}
