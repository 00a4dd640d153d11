"""Carriers: values of a caller's type, in the hands of an author."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from flow import Dict, Json, Set, json, order_key
from flow.carrier import Carrier
from flow.codec import ABSENT, Codec
from flow.combinators import dict_of, list_of, option_of, set_of, tuple_of
from flow.errors import DecodeError, EncodeError
from flow.scalars import INT
from flow.view import View, validate

from .listing import listing
from .vectors import VECTORS
from .views import enum, named, option, record, reflect_at, template

SWAP = "github.com/acme/tools@v1.4.0/testee.flow.swap"
LABEL = "github.com/acme/tools@v1.4.0/model.flow.label"

# `b` before `a`, so that the order of fields is neither that of names nor that of the JSON.
ITEM = template(
    "item",
    kind="record",
    fields=[
        {"name": "b", "type": "Int", "doc": None},
        {"name": "a", "type": option("Text"), "doc": None},
    ],
)


def swap_view(a: Any, b: Any, schema: Any, *templates: Any) -> View:
    """A validated call of `swap` at two types."""
    types = {
        "bindings": [{"name": "A", "type": a}, {"name": "B", "type": b}],
        "params": [{"name": "left", "type": a}, {"name": "right", "type": option(b)}],
        "ok": {"Tuple": [option(b), a]},
        "err": "Never",
        "declarations": {each["name"]: each for each in templates},
    }
    return validate(listing("testee"), SWAP, types, schema)


def schema_of_swap(a: Any, b: Any, **definitions: Any) -> Any:
    some = {
        "type": "object",
        "properties": {"Some": b},
        "required": ["Some"],
        "additionalProperties": False,
    }
    schema = {
        "type": "array",
        "prefixItems": [{"oneOf": [{"const": "None"}, some]}, a],
        "items": False,
        "minItems": 2,
    }
    return {**schema, "$defs": definitions} if definitions else schema


def reflect_codec(term: Any, schema: Any, *templates: Any) -> Codec[Carrier]:
    """The codec of T in a call of `reflect` at a type."""
    types = reflect_at(term, *templates)
    tool = "github.com/acme/tools@v1.4.0/testee.flow.reflect"
    return validate(listing("testee"), tool, types, schema).codecs.bindings["T"]


INTEGER = {"type": "integer"}
REFERENCE = {"$ref": "#/$defs/a~1b.flow.item"}
DEFINITION = {
    "type": "object",
    "properties": {"b": {"type": "integer"}, "a": {"type": "string"}},
    "required": ["b"],
}


@pytest.fixture
def items() -> Codec[Carrier]:
    return reflect_codec(
        named("item"), {**REFERENCE, "$defs": {"a/b.flow.item": DEFINITION}}, ITEM
    )


def test_a_carrier_is_its_canonical_json(items: Codec[Carrier]) -> None:
    carrier = items.decode(' {"more": [1], "b": 1.50e1, "a": "x"} ')
    assert carrier.text == str(carrier) == '{"a":"x","b":15}'
    assert carrier.json == Json.parse('{"a":"x","b":15}')
    assert carrier.codec is items
    assert items.encode(carrier) == carrier.text


def test_carriers_compare_by_the_declaration(items: Codec[Carrier]) -> None:
    texts = [
        '{"b":1}',
        '{"b":1,"a":""}',
        '{"b":1,"a":"z"}',
        '{"b":2,"a":"a"}',
        '{"b":10}',
    ]
    carriers = [items.decode(text) for text in texts]
    assert sorted([*carriers[2:], *carriers[:2]]) == carriers
    assert list(Set(reversed(carriers))) == carriers
    for at, low in enumerate(carriers):
        for high in carriers[at + 1 :]:
            assert (
                low < high
                and low <= high
                and high > low
                and high >= low
                and low != high
            )
    assert items.decode('{"b":1.0}') == carriers[0]
    assert hash(items.decode('{"b":1.0}')) == hash(carriers[0])
    assert carriers[0] <= items.decode('{"b":1}') <= carriers[0]
    assert items.equal(carriers[0], items.decode('{"b":1.0}'))
    assert items.less(carriers[0], carriers[1])
    assert order_key((carriers[0], 1)) < order_key((carriers[1], 0))


def test_carriers_of_different_type_parameters_have_nothing_in_common() -> None:
    view = swap_view("Int", "Int", schema_of_swap(INTEGER, INTEGER))
    a, b = (view.codecs.bindings[name].decode("1") for name in "AB")
    assert a != b
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(a, compare)(b) is NotImplemented
    with pytest.raises(TypeError):
        assert a < b
    with pytest.raises(TypeError):
        Set([a, b])
    assert a != 1
    assert a != "1"


def test_a_carrier_of_another_type_parameter_is_written_where_it_is_a_value() -> None:
    view = swap_view("Int", option("Int"), schema_of_swap(INTEGER, OPTION_OF_INT))
    a, b = (view.codecs.bindings[name] for name in "AB")
    assert reflect_codec("Decimal", {"type": "number"}).encode(a.decode("1")) == "1"
    with pytest.raises(EncodeError) as caught:
        b.encode(a.decode("1"))
    assert caught.value.code == "constructor"
    with pytest.raises(EncodeError) as caught:
        a.encode(b.decode('{"Some":1}'))
    assert caught.value.code == "type"


OPTION_OF_INT = {
    "oneOf": [
        {"const": "None"},
        {
            "type": "object",
            "properties": {"Some": INTEGER},
            "required": ["Some"],
            "additionalProperties": False,
        },
    ]
}


@pytest.mark.parametrize("value", [1, None, "1", {"b": 1}, Json.parse("1")])
def test_only_carriers_are_written(items: Codec[Carrier], value: Any) -> None:
    with pytest.raises(EncodeError) as caught:
        items.encode(value)
    assert caught.value.code == "type"


def test_the_field_form_of_an_option_leaves_none_out() -> None:
    codec = reflect_codec(option("Int"), OPTION_OF_INT)
    none, one = codec.read_field(ABSENT), codec.read_field(1)
    assert (none.text, one.text) == ('"None"', '{"Some":1}')
    assert (codec.write_field(none), codec.write_field(one)) == (None, "1")
    assert none == codec.decode('"None"') and one == codec.decode('{"Some":1}')
    assert none < one
    with pytest.raises(DecodeError) as caught:
        codec.read_field(None)
    assert (caught.value.code, caught.value.pointer) == ("type", "")
    nested = reflect_codec(option(option("Int")), option_schema(OPTION_OF_INT))
    assert [
        nested.write_field(nested.read_field(tree))
        for tree in (ABSENT, "None", {"Some": 1})
    ] == [
        None,
        '"None"',
        '{"Some":1}',
    ]


def option_schema(item: Any) -> Any:
    some = {
        "type": "object",
        "properties": {"Some": item},
        "required": ["Some"],
        "additionalProperties": False,
    }
    return {"oneOf": [{"const": "None"}, some]}


def test_the_field_form_of_other_types_is_their_value(items: Codec[Carrier]) -> None:
    assert items.write_field(items.read_field({"b": 1})) == '{"b":1}'
    with pytest.raises(DecodeError) as caught:
        items.read_field(ABSENT)
    assert caught.value.code == "missing-field"


def test_collections_of_carriers_keep_flows_order(items: Codec[Carrier]) -> None:
    codec = set_of(items)
    text = '[{"b":2},{"a":"x","b":2},{"b":10}]'
    read = codec.decode(text)
    assert codec.encode(read) == text
    assert items.decode('{"b":10}') in read
    assert items.decode('{"b":11}') not in read
    assert codec.encode(Set(reversed(list(read)))) == text
    with pytest.raises(DecodeError) as caught:
        codec.decode('[{"b":10},{"b":2}]')
    assert (caught.value.code, caught.value.pointer) == ("order", "/1")
    table = dict_of(items, INT).decode('[[{"b":2},5],[{"b":10},6]]')
    assert table[items.decode('{"b":10.0}')] == 6
    assert (
        dict_of(items, INT).encode(Dict(dict.fromkeys(reversed(list(table)), 1)))
        == '[[{"b":2},1],[{"b":10},1]]'
    )


def test_a_dict_with_keys_of_a_type_bound_to_text_is_an_object() -> None:
    texts = reflect_codec("Text", {"type": "string"})
    codec = dict_of(texts, INT)
    table = codec.decode('{"b":1,"a":2}')
    assert [key.text for key in table] == ['"a"', '"b"']
    assert table[texts.decode('"b"')] == 1
    assert codec.encode(table) == '{"a":2,"b":1}'
    assert table == Dict({texts.decode('"a"'): 2, texts.decode('"b"'): 1})


def test_codecs_made_of_a_callers_give_the_callers_schema(
    items: Codec[Carrier],
) -> None:
    codec = list_of(tuple_of(items, option_of(items)))
    schema = json.parse(codec.schema)
    assert schema["$defs"] == {"a/b.flow.item": DEFINITION}
    assert schema["items"]["prefixItems"][0] == REFERENCE
    assert json.parse(items.schema) == {
        **REFERENCE,
        "$defs": {"a/b.flow.item": DEFINITION},
    }


def test_a_view_prints_as_flow_and_keeps_its_schema() -> None:
    reference = {"$ref": "#/$defs/a~1b.flow.item"}
    schema = schema_of_swap(reference, INTEGER, **{"a/b.flow.item": DEFINITION})
    view = swap_view(named("item"), "Int", schema, ITEM)
    assert {name: str(term) for name, term in view.bindings.items()} == {
        "A": "item",
        "B": "Int",
    }
    assert {name: str(term) for name, term in view.params.items()} == {
        "left": "item",
        "right": "Option<Int>",
    }
    assert (str(view.ok), str(view.err)) == ("(Option<Int>, item)", "Never")
    assert view.schema == json.canonical(schema)


@pytest.mark.parametrize(
    ("bound", "templates"),
    [
        ({"Function": {"params": ["Int"], "result": "Text"}}, ()),
        (option("json.Value"), ()),
        (named("page"), (template("page", kind="host"),)),
        (named("sealed"), ({**ITEM, "name": "sealed", "opaque": True},)),
    ],
)
def test_a_binding_of_which_no_value_can_be_decoded_has_a_codec_that_raises(
    bound: Any, templates: Any
) -> None:
    served = listing("model")
    tag = json.parse((VECTORS / "listings" / "model.json").read_bytes())["types"]["tag"]
    term = {"Named": {"declaration": "tag", "args": [bound]}}
    types = {
        "bindings": [{"name": "T", "type": bound}],
        "params": [{"name": "tag", "type": term}],
        "ok": "Int",
        "err": "Never",
        "declarations": {"tag": tag, **{each["name"]: each for each in templates}},
    }
    view = validate(served, LABEL, types, INTEGER)
    codec = view.codecs.bindings["T"]
    for use in (lambda: codec.decode("1"), lambda: codec.schema):
        with pytest.raises(DecodeError) as caught:
            use()
        assert caught.value.code == "unavailable"
    with pytest.raises(EncodeError):
        codec.encode(view.codecs.of(view.ok).decode("1"))
    assert (
        view.codecs.of(view.params["tag"]).decode('{"value":7}').text == '{"value":7}'
    )


def test_enums_order_by_constructor_then_parts() -> None:
    shape = enum("shape", 0, "Int", "Text")
    shape["constructors"].insert(0, {"name": "Z", "doc": None, "payload": None})
    branches = [
        {
            "type": "object",
            "properties": {name: each},
            "required": [name],
            "additionalProperties": False,
        }
        for name, each in (("C0", INTEGER), ("C1", {"type": "string"}))
    ]
    schema = {
        "$ref": "#/$defs/a~1b.flow.shape",
        "$defs": {"a/b.flow.shape": {"oneOf": [{"const": "Z"}, *branches]}},
    }
    codec = reflect_codec(named("shape"), schema, shape)
    texts = ['"Z"', '{"C0":-1}', '{"C0":3}', '{"C1":""}']
    assert [
        each.text for each in sorted(codec.decode(text) for text in reversed(texts))
    ] == texts


def test_a_carrier_never_changes_and_stays_with_its_call(items: Codec[Carrier]) -> None:
    carrier = items.decode('{"b":1}')
    with pytest.raises(AttributeError):
        carrier.codec = items
    assert copy.copy(carrier) is carrier
    assert copy.deepcopy([carrier])[0] is carrier
    with pytest.raises(TypeError, match="belongs to its call"):
        pickle.dumps(carrier)


def test_values_as_deep_as_json_may_nest_are_read_and_compared() -> None:
    loop = record("loop", 0, {"List": named("loop")})
    definition = {
        "type": "object",
        "properties": {
            "f0": {"type": "array", "items": {"$ref": "#/$defs/a~1b.flow.loop"}}
        },
        "required": ["f0"],
    }
    schema = {"$ref": "#/$defs/a~1b.flow.loop", "$defs": {"a/b.flow.loop": definition}}
    codec = reflect_codec(named("loop"), schema, loop)
    text = '{"f0":[' * 128 + "]}" * 128
    deep, deeper = codec.decode(text), codec.decode(text)
    assert deep.text == text
    assert not deep < deeper and deep <= deeper
    assert (
        list(set_of(codec).read([json.parse('{"f0":[]}'), json.parse(text)]))[1] == deep
    )


def test_json_within_is_compared_as_json() -> None:
    codec = reflect_codec(
        {"Set": "json.Value"}, {"type": "array", "items": {}, "uniqueItems": True}
    )
    text = '[null,false,true,1,2,"a",[],{"a":1}]'
    assert codec.decode(text).text == text
    with pytest.raises(DecodeError) as caught:
        codec.decode("[1,1.0]")
    assert caught.value.code == "duplicate"
