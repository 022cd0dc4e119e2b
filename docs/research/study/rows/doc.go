// Package rows writes the results of a study to a CSV file with a row for each deal. A study that
// was interrupted continues the file. It also reads tables, and compresses those that are whole.
package rows
