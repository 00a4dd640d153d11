module github.com/flow-toolkit/flowgen

go 1.24.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2
	github.com/cockroachdb/apd/v3 v3.2.3
	github.com/iancoleman/strcase v0.3.0
	github.com/kballard/go-shellquote v0.0.0-20180428030007-95032a82bc51
	github.com/mattn/go-runewidth v0.0.31
	github.com/pelletier/go-toml/v2 v2.4.3
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/sebdah/goldie/v2 v2.8.0
	github.com/spf13/cobra v1.10.2
	golang.org/x/term v0.37.0
	golang.org/x/text v0.31.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.2.0 // indirect
	github.com/dave/jennifer v1.7.1
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/sergi/go-diff v1.0.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.38.0
)
