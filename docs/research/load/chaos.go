package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/chaos"
)

// chaosCommand kills replicas of the service, Redis and PostgreSQL under load.
type chaosCommand struct {
	Binary string        `help:"Program to start." default:"../../bin/thoughtful" placeholder:"FILE"`
	Kills  int           `help:"How often to kill." default:"1000"`
	Seed   uint64        `help:"Of the random choices: when to kill what, and which deals to ask about." default:"1"`
	Least  time.Duration `help:"Shortest time between two kills." default:"500ms"`
	Most   time.Duration `help:"Longest time between two kills." default:"3s"`
	SQLite bool          `help:"Kill one replica on SQLite, instead of three on PostgreSQL." name:"sqlite"`
	Freeze float64       `help:"Share of kills in whose place a replica is frozen for 25 s." default:"0"`
	Data   string        `help:"Where known verdicts are." default:"data" placeholder:"DIRECTORY"`
	Logs   string        `help:"Keep the logs of the replicas here." placeholder:"DIRECTORY"`
	Out    string        `help:"Write a row for each kill to this file instead of standard output." placeholder:"FILE"`
	JSON   string        `help:"Write the figures to this file, too, as JSON." placeholder:"FILE"`
}

func (b *chaosCommand) Run(c console) (err error) {
	out, err := create(c, b.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	logs := b.Logs
	if logs == "" {
		if logs, err = os.MkdirTemp("", "chaos-"); err != nil {
			return err
		}
		defer os.RemoveAll(logs)
	} else if err = os.MkdirAll(logs, 0o755); err != nil {
		return err
	}
	report, err := chaos.Run(c.ctx, chaos.Options{
		Program: b.Binary, Data: b.Data, Dir: logs, Kills: b.Kills, Seed: b.Seed, Least: b.Least, Most: b.Most, SQLite: b.SQLite, Freeze: b.Freeze, Rows: out, Log: c.err,
	})
	if report == nil {
		return err
	}
	fmt.Fprintln(c.err)
	if failure := report.Write(c.err); failure != nil {
		return errors.Join(err, failure)
	}
	if b.JSON != "" {
		text, failure := json.MarshalIndent(report, "", "  ")
		err = errors.Join(err, failure, os.WriteFile(b.JSON, append(text, '\n'), 0o644))
	}
	return errors.Join(err, report.Err())
}
