// Package klondike solves Klondike.
package klondike
