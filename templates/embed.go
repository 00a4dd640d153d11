// Package templates holds the support code that generated packages carry, as real source.
package templates

import "embed"

// Python is the support code of generated Python packages: the files of python/flow.
//
//go:embed python/flow/*.py
var Python embed.FS
