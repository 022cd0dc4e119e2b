package main

import "math"

// trend is the straight line through samples, by least squares.
type trend struct {
	mean  float64
	rise  float64 // from the first sample to the last
	error float64 // the rise's standard error
}

// fit fits the line through at least three samples at different times.
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
	var left float64 // squares of what the line leaves unexplained
	for i := range at {
		off := value[i] - mean - slope*(at[i]-meanAt)
		left += off * off
	}
	length := at[len(at)-1] - at[0]
	return trend{mean, slope * length, math.Sqrt(left/(n-2)/spread) * length}
}

// flat reports whether the samples don't rise: by less than a twentieth of their mean, or
// by less than twice what chance makes of samples that scatter so.
func (t trend) flat() bool { return t.rise <= t.mean/20 || t.rise <= 2*t.error }
