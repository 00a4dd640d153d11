"""The benchmark's Tools on the generated toolkit, as an author writes them."""

from __future__ import annotations

import sys

sys.path.insert(0, sys.argv[1])
from generated import Context, Tools, serve, types


class Bench(Tools):
    def greet(self, prompt: str, ctx: Context) -> str:
        return "hello " + prompt

    def place(self, order: types.Order, ctx: Context) -> types.Order:
        return order


serve(Bench())
