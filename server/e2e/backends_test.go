package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// pythonClient is the folder of the client for Python.
var pythonClient = filepath.Join("..", "..", "api", "client", "python")

// python returns a command that runs a program with the client for Python.
func python(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	program := servicetest.Command(t, servicetest.Python, arguments...)
	program.Env = append(os.Environ(), "PYTHONPATH="+pythonClient, "PYTHONDONTWRITEBYTECODE=1")
	return program
}

// TestPythonClient runs a program that uses the client, one that verifies webhooks, and the example of a
// backend.
func TestPythonClient(t *testing.T) {
	t.Parallel()
	service := watched(t)
	if output, err := python(t, filepath.Join("testdata", "clients.py"), service).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	verifies(t, python(t, filepath.Join("testdata", "webhooks.py")))
	backed(t, python(t, filepath.Join(pythonClient, "examples", "backend.py"), service, "0"))
}

// backed starts a backend and does what an app does: a hint is played, taken back and played
// again, and in a lost game the losing move is found.
func backed(t *testing.T, program *exec.Cmd) {
	t.Helper()
	source := program.Args[1]
	program.Stderr = os.Stderr
	out, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = program.Process.Kill(), program.Wait() }()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	type document = map[string]any
	call := func(path string, body document) document {
		t.Helper()
		var reply *http.Response
		var err error
		if url := strings.TrimSpace(address) + path; body == nil {
			reply, err = http.Get(url)
		} else {
			text, _ := json.Marshal(body)
			reply, err = http.Post(url, "application/json", bytes.NewReader(text))
		}
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		answer := document{}
		if err != nil || json.Unmarshal(text, &answer) != nil {
			t.Fatalf("%s: %s: %s, %v", source, path, text, err)
		}
		return answer
	}
	for _, path := range []string{"/deal?game=klondike&difficulty=easy", "/daily?game=klondike"} {
		dealt := call(path, nil)
		if position, _ := dealt["position"].(document); dealt["game"] != "klondike" || len(position) == 0 {
			t.Errorf("%s: %s: %v", source, path, dealt)
		}
		solution := call(fmt.Sprintf("/solution?game=klondike&seed=%s", dealt["seed"]), nil)
		moves, _ := solution["moves"].([]any)
		if len(moves) == 0 {
			t.Fatalf("%s: no solution of %s: %v", source, dealt["seed"], solution)
		}
		dealt["moves"], dealt["move"] = moves[:len(moves)-1], moves[len(moves)-1]
		if end := call("/play", dealt); end["won"] != true {
			t.Errorf("%s: %s is not won by its solution: %v", source, dealt["seed"], end)
		}
	}
	game := document{"game": "klondike", "seed": "solvitaire:2", "moves": []any{}}
	hint := call("/hint", game)
	if why, _ := hint["why"].(string); hint["verdict"] != "winnable" || why == "" {
		t.Errorf("%s: hint %v", source, hint)
	}
	game["move"] = hint["move"]
	played := call("/play", game)
	moves, _ := played["moves"].([]any)
	if played["legal"] != true || len(moves) != 1 {
		t.Errorf("%s: played %v", source, played)
	}
	delete(game, "move")
	game["moves"] = moves
	if undone := call("/undo", game); undone["legal"] != true || len(undone["moves"].([]any)) != 0 {
		t.Errorf("%s: undone %v", source, undone)
	}
	if lost := call("/lost", game); lost["lost_at"] != nil {
		t.Errorf("%s: lost %v", source, lost)
	}
	game["move"] = document{"action": "redeal"}
	if illegal := call("/play", game); illegal["legal"] != false || illegal["reason"] == "" {
		t.Errorf("%s: illegal move %v", source, illegal)
	}
	if unknown := call("/hint", document{"game": "patience?", "seed": "1", "moves": []any{}}); unknown["type"] == nil {
		t.Errorf("%s: unknown game %v", source, unknown)
	}
}
