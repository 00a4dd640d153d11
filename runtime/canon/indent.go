package canon

import "bytes"

// AppendIndented writes v behind dst for people to read: a line a member or item, two spaces deeper in each array or
// object, members in the order that they have, numbers and strings as in canonical text. There is no newline at the end.
func AppendIndented(dst []byte, v *Value) []byte {
	return appendIndented(dst, v, []byte{'\n'})
}

// appendIndented writes v, whose own lines begin with indent, a newline and spaces.
func appendIndented(dst []byte, v *Value, indent []byte) []byte {
	deeper := append(bytes.Clone(indent), "  "...)
	switch {
	case v.Kind == Array && len(v.Items) > 0:
		dst = append(dst, '[')
		for i, item := range v.Items {
			dst = append(appendComma(dst, i), deeper...)
			dst = appendIndented(dst, item, deeper)
		}
		return append(append(dst, indent...), ']')
	case v.Kind == Object && len(v.Members) > 0:
		dst = append(dst, '{')
		for i, m := range v.Members {
			dst = append(appendComma(dst, i), deeper...)
			dst = append(AppendString(dst, m.Name), ": "...)
			dst = appendIndented(dst, m.Value, deeper)
		}
		return append(append(dst, indent...), '}')
	}
	return Append(dst, v)
}
