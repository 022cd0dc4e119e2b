// Package winnable has the types of deals that are proven winnable. The store keeps them in
// pools, the dealer hands them out and the HTTP interface answers with them.
package winnable
