// Package gaps solves the games of sequences: Gaps.
package gaps
