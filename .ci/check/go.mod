module github.com/flow-toolkit/flowgen/ci/check

go 1.24
