package servicetest

import (
	"bufio"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// Redis is Redis, or Valkey, which is the same to those who talk to it. Its server
// writes nothing to the disk, so that what it knew is gone when it was killed.
var Redis = &Kind{
	Name:      "Redis",
	Variable:  "TEST_REDIS_URL",
	debian:    "redis-server",
	container: "redis",
	find: func() string {
		for _, name := range []string{"redis-server", "valkey-server"} {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	},
	url:     func(port int) string { return fmt.Sprintf("redis://127.0.0.1:%d/0", port) },
	prepare: func(*process) error { return nil },
	arguments: func(p *process) []string {
		return []string{"--port", strconv.Itoa(p.port), "--bind", "127.0.0.1", "--dir", p.dir, "--save", "", "--appendonly", "no"}
	},
	ready:    redisReady,
	shutdown: syscall.SIGTERM,
}

// redisReady asks the server whether it is there.
func redisReady(p *process) bool {
	conn, err := net.DialTimeout("tcp", p.address(), time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return false
	}
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	return err == nil && answer == "+PONG\r\n"
}
