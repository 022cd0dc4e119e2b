// Package campaign finds out how often games can be won: it has range after range of
// numbered deals solved, or played, and every result kept.
package campaign
