// Package rates has the calls about win rates: statistics of games, as JSON, plots and tables, and campaigns,
// which count wins over many deals.
//
// calls.go has the parts that the calls need, and the routes. stats.go has the statistics, plots.go their
// plots and tables. campaigns.go has the calls about campaigns, plan.go reads the request for one,
// results.go sends the results deal by deal, and pace.go measures how fast a campaign goes on.
package rates
