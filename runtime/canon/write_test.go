package canon_test

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func TestAppendValuesMadeByHand(t *testing.T) {
	v := canon.NewObject(
		canon.Member{Name: "\U0001f600", Value: canon.NewNumber("1.0")},
		canon.Member{Name: "\ufb33", Value: canon.NewBool(true)},
		canon.Member{Name: "10", Value: canon.NewArray(canon.NewString("<>&/\u007f\u2028"), &canon.Value{})},
		canon.Member{Name: "2", Value: canon.NewBool(false)},
		canon.Member{Name: "01", Value: canon.NewObject()},
		canon.Member{Name: "a", Value: canon.NewArray()},
	)
	want := "{\"01\":{},\"10\":[\"<>&/\u007f\u2028\",null],\"2\":false,\"a\":[],\"\ufb33\":true,\"\U0001f600\":1}"
	if got := string(canon.Append([]byte("x"), v)); got != "x"+want {
		t.Error(got)
	}
}

func TestAppendStringEscapes(t *testing.T) {
	got := string(canon.AppendString(nil, "\"\\/\x00\x1f\b\f\n\r\té\x7f"))
	if want := `"\"\\/\u0000\u001f\b\f\n\r\té` + "\x7f\""; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
