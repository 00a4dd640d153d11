// Package templates holds the support code that generated packages carry, as real source.
package templates

import "embed"

// Python is the support code of generated Python packages: the files of python/flow.
//
//go:embed python/flow/*.py
var Python embed.FS

// TypeScript is the support code of generated TypeScript packages: the files of typescript/flow.
//
//go:embed typescript/flow/*.ts
var TypeScript embed.FS
