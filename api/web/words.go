package web

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
)

// words are what templates say numbers in.
var words = template.FuncMap{
	"number":  number,
	"percent": percent,
	"plural":  plural,
}

// number writes a whole number with its thousands apart: 1,234,567.
func number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "−", digits[1:]
	}
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, parts...), ",")
}

// percent writes a share, from 0 to 1, in per cent with so many decimals.
func percent(decimals int, share float64) string {
	return strconv.FormatFloat(share*100, 'f', decimals, 64) + " %"
}

// plural writes a number with the word for one or for several: "1 deal", "2 deals".
func plural(n int64, one, several string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", one)
	}
	return number(n) + " " + several
}
