// Package winnable has the nouns of deals that are proven winnable: what the store keeps in
// pools, the dealer hands out and the HTTP interface answers with.
package winnable
