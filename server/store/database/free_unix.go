//go:build linux || darwin

package database

import "syscall"

// freeBytes returns how many bytes a program without privileges may still write to the disk of a
// directory; false if that is not known, as some network file systems don't say it. It blocks while
// the disk hangs.
func freeBytes(dir string) (int64, bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil || disk.Blocks == 0 {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true
}
