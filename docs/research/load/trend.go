package main

import "math"

// trend is the line through samples, by least squares.
type trend struct {
	mean  float64
	rise  float64 // from the first sample to the last
	error float64 // standard error of the rise
}

// fit returns the trend of at least three samples at different times.
func fit(at, value []float64) trend {
	n := float64(len(at))
	var meanAt, mean float64
	for i := range at {
		meanAt += at[i] / n
		mean += value[i] / n
	}
	var spread, common float64
	for i := range at {
		spread += (at[i] - meanAt) * (at[i] - meanAt)
		common += (at[i] - meanAt) * (value[i] - mean)
	}
	slope := common / spread
	var residual float64 // sum of squares
	for i := range at {
		off := value[i] - mean - slope*(at[i]-meanAt)
		residual += off * off
	}
	length := at[len(at)-1] - at[0]
	return trend{mean, slope * length, math.Sqrt(residual/(n-2)/spread) * length}
}

// flat reports whether the samples do not rise: by at most a twentieth of their mean, or by
// at most twice the standard error.
func (t trend) flat() bool { return t.rise <= t.mean/20 || t.rise <= 2*t.error }
