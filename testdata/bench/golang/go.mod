// What `make bench` measures in Go. It is a module of its own so that flowgen's users need none of the peers.
module github.com/flow-toolkit/flowgen/testdata/bench/golang

go 1.26.0

replace github.com/flow-toolkit/flowgen => ../../..

require (
	github.com/cockroachdb/apd/v3 v3.2.3
	github.com/flow-toolkit/flowgen v0.0.0-00010101000000-000000000000
	github.com/go-json-experiment/json v1.27.2
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

require (
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/kballard/go-shellquote v0.0.0-20180428030007-95032a82bc51 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)
