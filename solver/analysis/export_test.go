package analysis

// Back shows back to the tests.
var Back = back
