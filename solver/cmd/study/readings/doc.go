// Package readings is a study: it plays the readings of Yan et al. 2005 that
// docs/data/players/readings.csv lists, the same deals for each, and writes a row for each reading
// and number of rollouts, with a digit for each deal. A row that is there already is not played
// again. Some readings change the game, so no referee replays the plays.
package readings
