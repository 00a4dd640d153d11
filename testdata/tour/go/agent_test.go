package main

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"

	"example.com/agent/tools"
)

const file = "github.com/acme/agent@v1.2.0/agent.flow."

func TestChat(t *testing.T) {
	agent := NewAgent()
	if said, err := agent.Chat(t.Context(), "hi"); said != "You said: hi" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
	_, err := agent.Chat(t.Context(), strings.Repeat("x", 2000))
	var limited tools.ChatErrorRateLimited
	if !errors.As(err, &limited) || limited.Value != flow.DurationOf(30*time.Second) {
		t.Error(err)
	}
}

func TestOutcomes(t *testing.T) {
	local := tools.Local(NewAgent())
	ok := flow.Outcome{Kind: flow.OutcomeOk, Value: "You said: hi"}
	if outcome := local.Call(t.Context(), file+"chat", "hi"); !reflect.DeepEqual(outcome, ok) {
		t.Error(outcome)
	}
	opened := local.Call(t.Context(), file+"open", "https://example.org")
	if clicked := local.Call(t.Context(), file+"click", opened.Value, "#go"); clicked.Kind != flow.OutcomeOk {
		t.Error(clicked)
	}
	gone := tools.Page{Token: flow.JSONText("of another day")}
	if clicked := local.Call(t.Context(), file+"click", gone, "#go"); clicked.Kind != flow.OutcomeNotRun {
		t.Error(clicked)
	}
}

// A generic Tool is called as a host calls it: with the caller's types, and the schema of the success type.
func TestLargest(t *testing.T) {
	text, err := tools.Local(NewAgent()).CallText(t.Context(), `{"run":"r1","call":"c1","tool":"`+file+`largest",
		"args":{"items":[1,2,3]},
		"schema":{"oneOf":[{"const":"None"},{"additionalProperties":false,"properties":{"Some":{"type":"integer"}},"required":["Some"],"type":"object"}]},
		"types":{"bindings":[{"name":"T","type":"Int"}],"declarations":{},
			"params":[{"name":"items","type":{"Set":"Int"}}],"ok":{"Option":"Int"},"err":"Never"}}`)
	if text != `{"Ok":{"Some":3}}` || err != nil {
		t.Error(text, err)
	}
}

func TestNext(t *testing.T) {
	turn := tools.Turn{Role: tools.RoleUser, Text: "What now?"}
	action, err := NewAgent().Next(t.Context(), []tools.Turn{turn})
	if err != nil {
		t.Fatal(err)
	}
	switch action := action.(type) {
	case tools.ActionRead, tools.ActionSearch:
		t.Error(action)
	case tools.ActionFinish:
		if action.Value != "42" {
			t.Error(action)
		}
	}
	text, err := flow.Marshal(tools.ActionCodec(), action)
	if string(text) != `{"Finish":"42"}` || err != nil {
		t.Error(string(text), err)
	}
}
