"""What a codec says when a text or a value is refused."""

from __future__ import annotations


class CodecError(ValueError):
    """A refusal: `code` names its kind, `message` says it in a sentence, `pointer` says where.

    `pointer` is a JSON Pointer (RFC 6901) from the root of the text or value at hand; the root
    itself is the empty string.
    """

    code: str
    message: str
    pointer: str

    def __init__(self, code: str, message: str, pointer: str = "") -> None:
        super().__init__(code, message, pointer)
        self.code = code
        self.message = message
        self.pointer = pointer

    def under(self, token: str | int) -> CodecError:
        """Prepend a member name or an index to the pointer, and return this same error.

        Codecs call it as the error passes through them on its way up, so that a value that
        decodes pays nothing for pointers.
        """
        self.pointer = f"/{escape(token)}{self.pointer}"
        return self

    def __str__(self) -> str:
        return f"{self.message} (at {self.pointer})" if self.pointer else self.message


class DecodeError(CodecError):
    """A text, or a place in one, that is no value of the type it is decoded at.

    Codes: `json`, `utf8`, `surrogate`, `duplicate-member`, `depth`, `size` for the text as such;
    `type`, `limit`, `format`, `constructor`, `missing-field`, `order`, `duplicate` for its values.
    """


class EncodeError(CodecError):
    """A Python value that is no value of the Flow type it is encoded at.

    Codes: `type`, `limit`, `depth`, `surrogate`, `constructor`, `missing-field`.
    """


class JsonError(DecodeError):
    """A text that is not JSON under the rules of the boundary.

    `offset` is the place in the text as it was given: a count of bytes in a `bytes`, of code
    points in a `str`.
    """

    offset: int

    def __init__(
        self, code: str, message: str, pointer: str = "", offset: int = 0
    ) -> None:
        super().__init__(code, message, pointer)
        self.args = (code, message, pointer, offset)
        self.offset = offset

    def __str__(self) -> str:
        place = f"{self.pointer}, offset" if self.pointer else "offset"
        return f"{self.message} (at {place} {self.offset})"


def escape(token: str | int) -> str:
    """Write a member name or an index as a token of a JSON Pointer."""
    return str(token).replace("~", "~0").replace("/", "~1")


def show_text(text: str) -> str:
    """Quote a text in a message: shortened, on one line, and without lone surrogates."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
