"""The testee, as the author of any Tools would write it on the generated toolkit."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from typing import Never, TypeVar

import testee_tools as tools
from testee_tools import flow

T = TypeVar("T", bound=flow.Carrier)
A = TypeVar("A", bound=flow.Carrier)
B = TypeVar("B", bound=flow.Carrier)


class Tab:
    """What a Page stands for here."""

    def __init__(self, url: str) -> None:
        self.url = url


class Testee(tools.Tools):
    def __init__(self) -> None:
        self._tabs: flow.Registry[tools.Page, Tab] = flow.Registry(tools.Page)
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def reflect(self, value: T, ctx: tools.ReflectContext[T]) -> T:
        return value

    async def roundtrip(
        self, value: tools.Everything, ctx: flow.Context[Never]
    ) -> tools.Everything:
        return value

    def fail(self, problem: tools.Problem, ctx: flow.Context[tools.Problem]) -> None:
        raise ctx.failed(problem)

    async def behave(
        self, how: tools.Behaviour, ctx: flow.Context[tools.Problem]
    ) -> str:
        match how:
            case tools.BehaviourAnswer(text):
                return text
            case tools.BehaviourDecline(reason):
                raise ctx.not_run(reason)
            case tools.BehaviourDoubt(reason):
                raise ctx.unknown(reason)
            case tools.BehaviourCrash(message):
                raise RuntimeError(message)
            case tools.BehaviourPrint(text):
                print(text)
                return text
            case tools.BehaviourSleep(time, text):
                await asyncio.sleep(float(time))
                return text
            case tools.BehaviourCount(name):
                return self._count(name)
            case tools.BehaviourSlowly(time, name):
                count = self._count(name)
                await asyncio.sleep(float(time))
                return count
            case tools.BehaviourExit(status):
                os._exit(status)

    def _count(self, name: str) -> str:
        with self._lock:
            self._counts[name] += 1
            return str(self._counts[name])

    def open(self, url: str, ctx: flow.Context[tools.Problem]) -> tools.Page:
        if not url:
            raise ctx.failed(tools.ProblemEmpty())
        return self._tabs.put(Tab(url))

    def title(self, page: tools.Page, ctx: flow.Context[Never]) -> str:
        return self._tabs.get(page).url

    def maybe(self, value: int | None, ctx: flow.Context[Never]) -> int | None:
        return value

    async def collect(
        self,
        items: flow.Set[T],
        table: flow.Dict[T, int],
        batch: tools.Batch[T],
        ctx: tools.CollectContext[T],
    ) -> tools.Summary[T]:
        if not items:
            raise ctx.failed(tools.RejectedNoItems(batch))
        return tools.Summary(
            items=items,
            table=table,
            size=len(items),
            largest=flow.Some(max(items)),
            has_first=batch.first in items,
            found=table.get(batch.first),
        )

    def swap(
        self, left: A, right: flow.Some[B] | None, ctx: tools.SwapContext[A, B]
    ) -> tuple[flow.Some[B] | None, A]:
        return right, left


if __name__ == "__main__":
    tools.serve(Testee())
