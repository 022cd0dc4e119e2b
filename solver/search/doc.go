// Package search draft.
package search
