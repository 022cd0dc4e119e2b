package player

// Remaining exports remaining to tests.
var Remaining = remaining
