package service

import (
	"io"
	"log/slog"
)

// LogConfig say how what runs for long writes its log.
type LogConfig struct {
	LogFormat string `env:"LOG_FORMAT" help:"How to write the log: text or json." enum:"text,json" default:"text"`
	LogLevel  string `env:"LOG_LEVEL" help:"What to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info"`
}

func (f *LogConfig) Logger(to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
		panic(err) // the grammar lets only levels pass
	}
	options := &slog.HandlerOptions{Level: level}
	if f.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}
