// Package fit is a study: it looks for the reading of Donkersteeg 2010 that comes nearest to his
// tables. It draws settings of the switches that the thesis leaves open, has each play all rows on
// the same few deals, keeps the third with the least differences for three times as many deals,
// and so on (successive halving: Jamieson & Talwalkar, "Non-stochastic best arm identification and
// hyperparameter optimization", 2016). The last ones play fresh deals, which say how near they
// come. A setting that has been played is not played again.
package fit
