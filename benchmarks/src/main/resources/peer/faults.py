"""What becomes of tokens and callers of the Python zae-limiter in trouble, as `bin/compare` asks the others.

usage: python - DIRECT RELAY TABLE SCENARIO TOKENS CALLERS   (this text on standard input)

SCENARIO is lost (answers are lost on the way of RELAY), processes (four of them share the limit), idle (a burst after a
rest) or cancelled (every second caller goes away). Prints a line for each figure, its name first.
"""

import asyncio
import os
import random
import sys
import time
import warnings

warnings.simplefilter("ignore")
os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1")

from zae_limiter import Limit, RateLimiter, RateLimitExceeded, Repository  # noqa: E402

RESOURCE = "gpt-4"
YEAR = 365 * 24 * 3600
DEADLINE = 1.0
PATIENCE = 30.0
TAKES = {"rpm": 1, "tpm": 100}


def connect(endpoint, table):
    return Repository(table, "us-east-1", endpoint, _skip_deprecation_warning=True)


class Crowd:
    def __init__(self):
        self.granted = self.refused = self.failed = self.late = 0
        self.longest = self.seconds = 0.0

    async def ask(self, callers, refusals, seconds, question):
        start = time.perf_counter()

        async def caller(number):
            no = 0
            while no < refusals and time.perf_counter() - start < seconds:
                began = time.perf_counter()
                try:
                    await question(number)
                    self.granted += 1
                except RateLimitExceeded:
                    self.refused += 1
                    no += 1
                except Exception:  # What it fails with is its own affair; here it counts as no answer.
                    self.failed += 1
                took = time.perf_counter() - began
                self.longest = max(self.longest, took)
                self.late += took > DEADLINE

        await asyncio.gather(*(caller(number) for number in range(callers)))
        self.seconds = time.perf_counter() - start

    def tell(self):
        print("calls", self.granted + self.refused + self.failed)
        print("granted", self.granted)
        print("failed", self.failed)
        print("late", self.late)
        print("longest_ms", 1000 * self.longest)
        print("seconds", self.seconds)


async def acquire(limiter):
    async with limiter.acquire("key", RESOURCE, TAKES):
        pass


async def cancelled(limiter, tokens):
    """Every second caller goes away within a few milliseconds; prints how many were told that they may."""
    granted = gone = 0
    for number in range(tokens // 2):
        task = asyncio.create_task(acquire(limiter))
        if number % 2 == 0:
            await asyncio.sleep(random.Random(number).uniform(0, 0.006))
            task.cancel()
        try:
            await task
            granted += 1
        except asyncio.CancelledError:
            gone += 1
        except RateLimitExceeded:
            pass
    await asyncio.sleep(1)
    print("calls", tokens // 2)
    print("granted", granted)
    print("gone", gone)


async def main(direct, relay, table, scenario, tokens, callers):
    setup = connect(direct, table)
    await setup.create_table()
    refill = (20, 1) if scenario == "idle" else (1, YEAR)
    await setup.set_resource_defaults(
        RESOURCE, [Limit.custom("rpm", tokens, *refill), Limit.custom("tpm", 10**12, 1, 24 * 3600)]
    )
    limiters = [
        RateLimiter(repository=connect(relay if scenario == "lost" else direct, table))
        for _ in range(4 if scenario == "processes" else 1)
    ]
    await acquire(RateLimiter(repository=setup))
    crowd = Crowd()
    crowd.granted = 1
    if scenario == "cancelled":
        await cancelled(limiters[0], tokens)
        return
    if scenario == "idle":
        await asyncio.sleep(6)
        crowd.granted = 0
    await crowd.ask(
        callers, 10**9 if scenario == "idle" else 3, 2 if scenario == "idle" else PATIENCE,
        lambda number: acquire(limiters[number % len(limiters)]),
    )
    crowd.tell()


asyncio.run(main(*sys.argv[1:5], *map(int, sys.argv[5:7])))
