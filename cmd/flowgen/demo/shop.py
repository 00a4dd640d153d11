"""A small shop: the two Tools of the demonstration, written as an author would."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeVar

from shop_tools import (
    Carrier,
    Context,
    Duration,
    Nothing,
    PickContext,
    Quote,
    Refusal,
    RefusalTooMany,
    Set,
    Tools,
    serve,
)

T = TypeVar("T", bound=Carrier)


class Shop(Tools):
    """Sells parcels."""

    def quote(self, article: str, quantity: int, ctx: Context[Refusal]) -> Quote:
        if quantity > 100:
            raise ctx.failed(RefusalTooMany(100))
        return Quote(
            total=quantity * Decimal("1.10"),
            valid_for=Duration.of_seconds(3600),
            note=f"{article}, in stock",
        )

    async def pick(self, items: Set[T], ctx: PickContext[T]) -> T:
        if not items:
            raise ctx.failed(Nothing.NO_ITEMS)
        return items.last


if __name__ == "__main__":
    serve(Shop())
