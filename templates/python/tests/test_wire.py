"""What a line of the protocol means, message by message."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow.json import canonical, parse
from flow.wire import Call, Cancel, Describe, Refusal, read_message, reason, same_call

CALL = '{"id":1,"jsonrpc":"2.0","method":"call","params":{"args":%s,"call":"c","run":"r","tool":"t"}}'


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        ("{", -32700, "null"),
        ('{"id":1,"id":1}', -32700, "null"),
        ('{"id":"\\ud800"}', -32700, "null"),
        ('{"id":1,"x":' + deep(256) + "}", -32700, "null"),
        (
            '{"jsonrpc":"2.0","id":1,"method":"describe","params":{"a":1,"a":2}}',
            -32700,
            "null",
        ),
        (
            '{"jsonrpc":"2.0","id":1,"method":"describe","params":{"args":{"a":1,"a":2}}}',
            -32700,
            "null",
        ),
        (CALL % '{"a":1}x', -32700, "null"),
        (CALL.replace('"tool"', '"run"') % "{}", -32700, "null"),
        (CALL.replace("args", "\\ud800") % "{}", -32700, "null"),
        ("[]", -32600, "null"),
        ("7", -32600, "null"),
        ('{"jsonrpc":"2.0","id":3}', -32600, "3"),
        ('{"jsonrpc":2.0,"id":3,"method":"describe"}', -32600, "3"),
        ('{"jsonrpc":"2.0","id":3,"method":7}', -32600, "3"),
        ('{"jsonrpc":"2.0","id":3,"method":"cancel"}', -32600, "3"),
        ('{"jsonrpc":"2.0","id":true,"method":"describe"}', -32600, "null"),
        ('{"jsonrpc":"2.0","id":3,"method":"x"}', -32601, "3"),
        ('{"jsonrpc":"2.0","id":3,"method":"call"}', -32602, "3"),
        (
            '{"jsonrpc":"2.0","id":3,"method":"call","params":{"run":"r","call":true}}',
            -32602,
            "3",
        ),
    ],
)
def test_refusals(line: str, code: int, identity: str) -> None:
    message = read_message(line.encode())
    assert isinstance(message, Refusal)
    assert (message.code, message.id) == (code, identity)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ('{"a":{"b":1,"b":2}}', "duplicate-member"),
        ('{"a":"\\udc00"}', "surrogate"),
        ('{"a":' + deep(257) + "}", "depth"),
        ('{"a":' + deep(100_000) + "}", "depth"),
    ],
)
def test_faults_inside_a_calls_parts_leave_the_call(args: str, code: str) -> None:
    message = read_message((CALL % args).encode())
    assert isinstance(message, Call)
    assert message.fault is not None
    assert message.fault.code == code
    assert message.fault.pointer.startswith("/args/a")


@pytest.mark.parametrize("end", [b'"\xff"}}', b'"\xed\xa0\x80"}}', b"01}}", b"}", b""])
@pytest.mark.parametrize(
    "args", ['{"a":{"b":1,"b":2}}', '{"a":"\\udc00"}', '{"a":' + deep(257) + "}"]
)
def test_a_line_that_is_no_json_behind_a_fault_in_a_part(args: str, end: bytes) -> None:
    line = (CALL % args).encode().removesuffix(b"}}") + b',"x":' + end
    message = read_message(line)
    assert isinstance(message, Refusal)
    assert (message.code, message.id) == (-32700, "null")


def test_each_part_counts_its_own_nesting() -> None:
    around = (
        '{"id":1,"jsonrpc":"2.0","x":'
        + deep(255)
        + ',"method":"call","params":{"args":{"a":'
    )
    line = (
        around
        + deep(256)
        + '},"types":'
        + deep(256)
        + ',"schema":1,"call":"c","run":1.0}}'
    )
    message = read_message(line.encode())
    assert isinstance(message, Call)
    assert message.fault is None
    assert (message.run, message.run_id, message.call) == ("1", 1, '"c"')
    assert json.dumps(message.args["a"], separators=(",", ":")) == deep(256)


def test_the_others() -> None:
    assert read_message(b'{"result":1,"id":{}}') is None
    assert read_message(b'{"jsonrpc":"2.0","method":"call","params":{}}') is None
    assert read_message(b'{"jsonrpc":"2.0","method":"describe"}') is None
    assert (
        read_message(b'{"jsonrpc":"2.0","method":"cancel","params":{"run":1}}') is None
    )
    describe = read_message(
        b'{"jsonrpc":"2.0","method":"describe","id":1.0,"params":5}'
    )
    assert isinstance(describe, Describe)
    assert describe.id == "1"
    line = (
        b'{"jsonrpc":"2.0","method":"cancel","params":{"run":10e-1,"call":"\\u0061"}}'
    )
    cancel = read_message(line)
    assert isinstance(cancel, Cancel)
    assert (cancel.run, cancel.call) == ("1", '"a"')


def test_calls_are_the_same_by_their_text() -> None:
    line = (CALL % '{"a":1}').encode()
    assert same_call(line, line.replace(b'"id":1', b'"id":2'))
    assert same_call(line, b"  " + line)
    assert not same_call(line, (CALL % '{"a":1.0}').encode())
    assert not same_call(line, (CALL % '{"a": 1}').encode())
    assert not same_call(line, line.replace(b'"tool"', b'"types":null,"tool"'))


TREES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["run", "call", "args", "id"]), inner)
    ),
    max_leaves=6,
)


@given(st.binary(max_size=60) | TREES.map(lambda tree: json.dumps(tree).encode()))
def test_any_line_is_a_message_or_refused(line: bytes) -> None:
    for whole in (
        line,
        b'{"id":%s,"jsonrpc":"2.0","method":"describe"}' % line,
        b'{"id":1,"jsonrpc":"2.0","method":"call","params":%s}' % line,
        b'{"jsonrpc":"2.0","method":"cancel","params":%s}' % line,
    ):
        message = read_message(whole)
        if message is None:
            continue
        assert isinstance(message, (Describe, Call, Cancel, Refusal))
        if isinstance(message, Refusal):
            assert message.code in (-32700, -32600, -32601, -32602)
            assert message.message
        if not isinstance(message, Cancel):
            assert canonical(parse(message.id)) == message.id
            assert isinstance(json.loads(message.id), (str, int, type(None)))


def test_reasons_are_bounded_and_can_be_sent() -> None:
    assert reason('a"\ud800') == '"a\\"\\\\ud800"'
    assert len(reason("x" * 1_000_000)) < 10_000
