package host

import "github.com/flow-toolkit/flowgen/runtime/canon"

// appendCall writes the line of a call, without its end. Members stand in canonical order.
func appendCall(dst []byte, id string, named pair, call *Call) []byte {
	dst = append(append(dst, `{"id":`...), id...)
	dst = append(append(dst, `,"jsonrpc":"2.0","method":"call","params":{"args":`...), call.Args...)
	dst = append(append(dst, `,"call":`...), named.call...)
	dst = append(append(dst, `,"run":`...), named.run...)
	if call.Schema != nil {
		dst = append(append(dst, `,"schema":`...), call.Schema...)
	}
	dst = canon.AppendString(append(dst, `,"tool":`...), call.Tool)
	if call.Types != nil {
		dst = append(append(dst, `,"types":`...), call.Types...)
	}
	return append(dst, "}}"...)
}

// appendCancel writes the line that cancels a call, without its end.
func appendCancel(dst []byte, p pair) []byte {
	dst = append(append(dst, `{"jsonrpc":"2.0","method":"cancel","params":{"call":`...), p.call...)
	return append(append(append(dst, `,"run":`...), p.run...), "}}"...)
}
