package gen_test

// The words that some target language or our own code has taken. Every language runs the whole course: a word that is
// harmless in one must come through it unharmed, too.
const (
	pythonKeywords = `
False None True and as assert async await break class continue def del elif else except finally for from global if
import in is lambda nonlocal not or pass raise return try while with yield _ case match type`

	pythonBuiltins = `
abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict
dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int
isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property quit range
repr reversed round set setattr slice sorted staticmethod str sum super tuple vars zip BaseException Ellipsis Exception
ExceptionGroup ImportError KeyError LookupError NotImplemented NotImplementedError RuntimeError StopIteration TypeError
ValueError Warning`

	// pythonNames are names of Python's own object protocol, and of modules and types that generated code imports.
	pythonNames = `
__all__ __annotations__ __builtins__ __class__ __dataclass_fields__ __debug__ __dict__ __doc__ __eq__ __file__ __hash__
__import__ __init__ __init_subclass__ __len__ __match_args__ __module__ __name__ __new__ __order__ __reduce__ __repr__
__setattr__ __slots__ __weakref__ __private _sunder_ _ignore_ _missing_ _value_ __ ___ cls self mro name value names
values annotations abc asyncio collections dataclass dataclasses datetime decimal enum field json re sys threading typing
ABC Any Awaitable Callable ClassVar Decimal Enum Final Generic Iterable Literal Mapping Never NoReturn Optional
OrderedDict Protocol Self Sequence TypeAlias TypeVar TYPE_CHECKING Union abstractmethod cast dataclass_transform overload`

	goKeywords = `
break case chan const continue default defer else fallthrough for func go goto if import interface map package range
return select struct switch type var any append bool byte cap clear close comparable complex complex64 copy delete error
false float64 imag int int64 iota len make max min new nil panic print println real recover rune string true uint8
uintptr init main ctx context fmt String Error Value Is As Unwrap GoString Format MarshalJSON UnmarshalJSON`

	typescriptKeywords = `
abstract accessor any as asserts assert async await bigint boolean break case catch class const constructor continue
debugger declare default delete do else enum export extends false finally for from function get global if implements
import in infer instanceof interface intrinsic is keyof let module namespace never new null number object of out override
package private protected public readonly require return satisfies set static string super switch symbol this throw true
try type typeof undefined unique unknown using var void while with yield arguments eval NaN Infinity __proto__ prototype
hasOwnProperty toString toJSON valueOf then length caller callee name tag kind Array BigInt Boolean Date Error Function
Map Math Number Object Partial Promise Proxy Readonly Record Reflect RegExp Set String Symbol WeakMap globalThis process
Buffer exports`

	rustKeywords = `
abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in
let loop macro macro_rules match mod move mut override priv pub raw ref return safe self Self static struct super trait
true try type typeof union unsafe unsized use virtual where while yield str usize u8 i64 char Box Clone Copy Debug Default
Drop Eq Err Fn FnMut From Hash Into Iterator Ok Option Ord PartialEq PhantomData Result Send Sized Some String Sync
ToString Vec std core alloc serde clone drop into from fmt`

	// ourNames are Flow's own words, and the names of our support code and of what we generate, in all languages.
	ourNames = `
Bool Bytes Carrier Codec Codecs Context Data Decimal Declaration Declarations Dict Duration Failed Field Fields Flow
GenericContext HostValue Instant Int Json JsonError DecodeError EncodeError List Listing NotRun Null Num Outcome
Parameter Record RecordMeta Registry Set Tag Task Term Text Toolkit ToolEntry Tool Tools Tree Unit Unknown Value View
ABSENT TOOLKIT DECLARATIONS args bind binding bindings call call_id cancelled canonical codec codecs ctx data
declarations decode declaration encode entry equal err failed flow generated host item item0 item1 items key less method
not_run ok order order_key param params raise_if_cancelled read read_field reply run run_id schema serve server sleep
some token tool toolkit tools tree types unknown value view write write_field`

	// schemaWords are the keywords of JSON Schema, of JSON-RPC and of Flow's metadata: data here, never structure.
	schemaWords = `
description title type properties required items const oneOf anyOf allOf not additionalProperties prefixItems
uniqueItems contentEncoding format defs schema id jsonrpc method result error outcome positional named doc identity
lexical_ordinal generic opaque`
)

// allWords is every word once, sorted.
func allWords() []string {
	return unique(pythonKeywords, pythonBuiltins, pythonNames, goKeywords, typescriptKeywords, rustKeywords, ourNames, schemaWords)
}

// hostileDocs are texts that end a comment, start a directive or break a string in some target language.
var hostileDocs = []string{
	`Say "hi".`,
	`"""`,
	`""" + __import__("os").abort() + """`,
	`ends with a quote"`,
	`ends with three quotes"""`,
	`'''`,
	`\`,
	`ends with a backslash \`,
	`ends with two \\`,
	`C:\new\x and \u0041 and \N{DASH} and \777`,
	`*/ process.exit(1) /*`,
	`--> <!-- ]]> </script>`,
	"one\rtwo\r\nthree",
	"a NUL \x00 and a bell \a and an escape \x1b[31m",
	"a\u2028b\u2029c\u0085d\ve\ff\x1cg\x1dh\x1ei",
	"go:build ignore",
	"+build ignore",
	"//go:build ignore\n//go:generate false\n\npackage nothing",
	"@ts-nocheck",
	"eslint-disable",
	"#![allow(warnings)]",
	"#!/bin/sh\n# -*- coding: latin-1 -*-",
	"type: ignore\n# type: ignore\n# pyright: basic\n# mypy: ignore-errors\n# noqa\n# ruff: noqa\n# fmt: off\n# isort: skip_file",
	"# fmt: skip",
	"   ",
	"\n\n",
	"",
	"\t leading tab and trailing space \t ",
	"\n  first line empty\n    then indented\n\ttab\n   \nlast",
	`{braces} {0} {{}} ${dollar} %s %d %(name)s #{hash} {{.Doc}} {% raw %}`,
	"\u202eoverride \u200bzero width \ufeffmark \U000e0001tag",
	"日本語 Độ 😀 ﬁ",
	">>> 1/0\n.. code:: python\n@param x\n:param x: y\n- list\n1. item\n```\nfence",
	"x\u00a0y\u3000z",
	"trailing newline\n",
}
