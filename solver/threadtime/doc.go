// Package threadtime measures how long a thread keeps a processor busy. Unlike the time on the
// clock, that does not depend on what else the machine does. It is known on Linux only.
//
// A goroutine that measures itself stays on its thread meanwhile ([runtime.LockOSThread]).
package threadtime
