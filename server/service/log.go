package service

import (
	"io"
	"log/slog"
)

// LogConfig configures the log.
type LogConfig struct {
	LogFormat string `env:"LOG_FORMAT" help:"Format of the log: text or json." enum:"text,json" default:"text"`
	LogLevel  string `env:"LOG_LEVEL" help:"Lowest level that is logged: debug, info, warn or error." enum:"debug,info,warn,error" default:"info"`
}

// Logger returns a logger that writes to a writer.
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
