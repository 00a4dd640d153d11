module example.com/agent

go 1.24.0

tool github.com/flow-toolkit/flowgen/cmd/flowgen

replace github.com/flow-toolkit/flowgen => ../../..

require github.com/flow-toolkit/flowgen v0.0.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/clipperhouse/uax29/v2 v2.2.0 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/iancoleman/strcase v0.3.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/kballard/go-shellquote v0.0.0-20180428030007-95032a82bc51 // indirect
	github.com/mattn/go-runewidth v0.0.31 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	golang.org/x/sys v0.38.0 // indirect
	golang.org/x/term v0.37.0 // indirect
	golang.org/x/text v0.31.0 // indirect
)
