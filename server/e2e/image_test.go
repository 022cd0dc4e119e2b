//go:build image && linux

package e2e

import (
	"bytes"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

var imageProgram = flag.String("image-program", "../../bin/image", "the program of TestImage, built as the Dockerfile does")

// TestImage runs a program that was built as the Dockerfile does, as the image would be run with
// a read-only root: it sees nothing but what the Dockerfile copies, is not root, and may write to
// its volume only.
func TestImage(t *testing.T) {
	probe := exec.Command("true")
	probe.SysProcAttr = inContainer()
	if err := probe.Run(); errors.Is(err, syscall.EPERM) {
		t.Skip("only root, with the capability CAP_SYS_ADMIN, may mount directories and change the root of a process")
	}
	im := readImage(t)
	root := im.unpack(t)

	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(path, root))
		}
		return err
	})
	if want := []string{certificates, "/thoughtful"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("the image has %v, %v; want %v", files, err, want)
	}
	if im.env["SQLITE_TMPDIR"] != im.volume || im.env["DATA_DIR"] != im.volume {
		t.Errorf("SQLite writes to a directory that is not the volume: %v", im.env)
	}

	// Nothing of this machine is in the program, which would be another one on other machines.
	binary, err := os.ReadFile(filepath.Join(root, "thoughtful"))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT", "GOMODCACHE", "GOCACHE", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.Lines(strings.Replace(string(paths), "/go.mod\n", "\n", 1)) {
		if bytes.Contains(binary, []byte(strings.TrimSpace(path))) {
			t.Errorf("the program has the path %s in it", path)
		}
	}

	// A Redis that only the image's certificates can vouch for. It need not answer.
	redis, trusted := tlsServer(t)
	addCertificate(t, filepath.Join(root, certificates), redis)
	im.env["REDIS_URL"] = "rediss://" + redis.Listener.Addr().String()
	im.env["LISTEN"] = "127.0.0.1:0"
	im.env["TABLE_MEMORY"], im.env["CAMPAIGN_WORKERS"] = "32MiB", "0"
	p := follow(t, im.command(root, append(slices.Clone(im.entrypoint), im.cmd...)...))

	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if text := string(status); err != nil || !strings.Contains(text, "\nUid:\t65532\t") || !strings.Contains(text, "\nCapEff:\t0000000000000000\n") {
		t.Errorf("the process is root or may do what only root may: %v\n%s", err, text)
	}
	if r, err := p.call("/healthz", ""); err != nil || r.status != http.StatusOK {
		t.Errorf("health: %d, %v", r.status, err)
	}
	won := p.solve(t, `{"game":"free-cell","seed":"microsoft:1"}`)
	if won.Verdict != solver.Winnable {
		t.Errorf("an answer: %+v", won)
	}
	eventually(t, "the service to trust Redis by the image's certificates", func() bool {
		_, err := p.call("/readyz", "") // asks Redis
		return err != nil || trusted.Load()
	})
	im.env["LISTEN"] = p.address
	if out, err := im.command(root, im.healthcheck...).CombinedOutput(); err != nil {
		t.Errorf("the health check: %v: %s", err, out)
	}
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != 0 || by != 0 {
		t.Errorf("status %d, signal %v; log:\n%s", status, by, p.log)
	}

	im.env["DATA_DIR"] = "/elsewhere"
	var exit *exec.ExitError
	out, err := im.command(root, append(slices.Clone(im.entrypoint), im.cmd...)...).CombinedOutput()
	if !errors.As(err, &exit) || !strings.Contains(string(out), "read-only file system") {
		t.Errorf("a database outside the volume: %v: %s", err, out)
	}
}

// certificates is the file of certificates that Go's library reads first on Debian.
const certificates = "/etc/ssl/certs/ca-certificates.crt"

// image is what the Dockerfile says about the image that it makes.
type image struct {
	build                        string     // the command that compiles the program and makes the volume
	copied                       [][]string // options, source and target
	env                          map[string]string
	user, volume                 string
	entrypoint, cmd, healthcheck []string
}

// readImage reads the Dockerfile, each instruction of which is one line.
func readImage(t *testing.T) *image {
	t.Helper()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	list := func(text string) []string {
		return strings.FieldsFunc(strings.TrimSpace(text), func(r rune) bool { return strings.ContainsRune(`[]", `, r) })
	}
	im := &image{env: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "FROM":
			if !strings.HasPrefix(rest, "scratch") && !strings.Contains(rest, "@sha256:") {
				t.Errorf("%s is not named by digest", rest)
			}
		case "RUN":
			im.build = rest // the last one
		case "COPY":
			if words := strings.Fields(rest); words[0] == "--from=build" {
				im.copied = append(im.copied, words[1:])
			}
		case "ENV":
			for _, word := range strings.Fields(rest) {
				name, value, _ := strings.Cut(word, "=")
				im.env[name] = value
			}
		case "USER":
			im.user = rest
		case "VOLUME":
			im.volume = rest
		case "ENTRYPOINT":
			im.entrypoint = list(rest)
		case "CMD":
			im.cmd = list(rest)
		case "HEALTHCHECK":
			_, command, _ := strings.Cut(rest, "CMD")
			im.healthcheck = list(command)
		}
	}
	return im
}

// unpack returns a directory with what the image copies.
func (im *image) unpack(t *testing.T) string {
	t.Helper()
	stage, root := t.TempDir(), t.TempDir()
	run := func(words ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", words, err, out)
		}
	}
	recipe, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, release, _ := strings.Cut(string(recipe), "\nRELEASE_BUILD = ")
	release, _, _ = strings.Cut(release, "\n")
	compile, prepare, _ := strings.Cut(im.build, " && ")
	if compile != release+" -o /thoughtful ./server" {
		t.Errorf("the Dockerfile compiles by %s, releases by %s", compile, release)
	}
	run("cp", *imageProgram, stage+"/thoughtful")
	run("sh", "-c", strings.ReplaceAll(prepare, " /", " "+stage+"/")) // the root of the image that builds
	for _, words := range im.copied {
		target := words[len(words)-1]
		if strings.HasSuffix(target, "/") {
			target += filepath.Base(words[len(words)-2])
		}
		source := filepath.Join(stage, words[len(words)-2])
		if _, err := os.Stat(source); err != nil {
			source = words[len(words)-2] // of the image that builds, which is a Debian like this machine
		}
		at := filepath.Join(root, target)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		owner := "0:0"
		if option, found := strings.CutPrefix(words[0], "--chown="); found {
			owner = option
		}
		run("cp", "-rL", source, at)
		run("chown", owner, at)
	}
	return root
}

// isolate mounts the root ($1) read-only and the volume ($2) in it, and executes a command there
// as a user ($3).
const isolate = `
mount --bind "$1/$2" "$1/$2"
mount --rbind "$1" "$1"
mount -o remount,ro,bind "$1"
root=$1 user=$3
shift 3
exec chroot --userspec="$user" --groups= "$root" "$@"`

// command returns a command in the image, as the first process of a container.
func (im *image) command(root string, words ...string) *exec.Cmd {
	c := exec.Command("sh", slices.Concat([]string{"-ec", isolate, "sh", root, im.volume, im.user}, words)...)
	c.Env = []string{"PATH=" + os.Getenv("PATH")}
	for name, value := range im.env {
		c.Env = append(c.Env, name+"="+value)
	}
	c.SysProcAttr = inContainer()
	return c
}

// inContainer returns the attributes of the first process of a container, which has mounts and
// process ids of its own.
func inContainer() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Cloneflags: syscall.CLONE_NEWPID}
}

// tlsServer returns a server whose certificate nobody knows, and whether a client has trusted it,
// which is when it has sent something.
func tlsServer(t *testing.T) (s *httptest.Server, trusted *atomic.Bool) {
	t.Helper()
	trusted = new(atomic.Bool)
	s = httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateActive {
			trusted.Store(true)
		}
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s, trusted
}

// addCertificate adds the certificate of a server to a file of certificates.
func addCertificate(t *testing.T, file string, s *httptest.Server) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("BEGIN CERTIFICATE")) {
		t.Errorf("%s has no certificates", file)
	}
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})...)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
