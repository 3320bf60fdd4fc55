"""Counts what each path of the Python zae-limiter costs, as the benchmark `cost` counts ours.

usage: python - ENDPOINT SECONDS [TABLE]   (this text on standard input)

Prints a line for each path: its name, calls, rounds (calls that overlap count once), write and read units. A write whose
condition does not hold is charged a unit that its answer does not report; it is counted. With TABLE the paths run there,
else on a table as this system makes it, and then a bucket that ten processes share is measured for SECONDS, too.
"""

import asyncio
import os
import sys
import time
import uuid
import warnings

warnings.simplefilter("ignore")
os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1")

from aiobotocore.client import AioBaseClient  # noqa: E402
from zae_limiter import Limit, RateLimiter, RateLimitExceeded, Repository  # noqa: E402

RESOURCE = "gpt-4"
WRITES = {"UpdateItem", "PutItem", "DeleteItem", "TransactWriteItems"}
READS = {"GetItem", "BatchGetItem", "Query"}
PROCESSES, PER_SECOND, SHARE = 10, 10, 0.6


class Meter:
    """Every call of the AWS client: when it ran, and which capacity the service reported."""

    def __init__(self):
        self.spans, self.writes, self.reads = [], 0.0, 0.0
        send = AioBaseClient._make_api_call

        async def metered(client, operation, arguments):
            counted = operation in WRITES or operation in READS
            if counted:
                arguments = {**arguments, "ReturnConsumedCapacity": "TOTAL"}
            start = time.perf_counter()
            units = 0.0
            try:
                answer = await send(client, operation, arguments)
                units = self.units(answer.get("ConsumedCapacity") or [])
                return answer
            except Exception as failure:
                units = 1.0 if "ConditionalCheckFailed" in str(failure) else 0.0
                raise
            finally:
                if counted:
                    self.spans.append((start, time.perf_counter()))
                    self.writes += units if operation in WRITES else 0
                    self.reads += units if operation in READS else 0

        AioBaseClient._make_api_call = metered

    @staticmethod
    def units(capacity):
        return sum(each["CapacityUnits"] for each in (capacity if isinstance(capacity, list) else [capacity]))

    def take(self):
        rounds, end = 0, float("-inf")
        for start, stop in sorted(self.spans):
            rounds += start >= end
            end = max(end, stop)
        result = (len(self.spans), rounds, self.writes, self.reads)
        self.spans, self.writes, self.reads = [], 0.0, 0.0
        return result


METER = Meter()


def connect(endpoint, table):
    return Repository(table, "us-east-1", endpoint, _skip_deprecation_warning=True)


async def path(name, work):
    METER.take()
    try:
        await work()
    except RateLimitExceeded:
        pass
    print(name, *METER.take())


async def acquire(limiter, entity, takes, resource=RESOURCE):
    async with limiter.acquire(entity, resource, takes) as lease:
        return lease


async def paths(repository):
    limiter = RateLimiter(repository=repository)
    await repository.set_resource_defaults(RESOURCE, [Limit.per_minute("rpm", 1000), Limit.per_minute("tpm", 10**6)])
    await repository.set_resource_defaults("small", [Limit.per_second("rps", 4)])
    await repository.create_entity("parent")
    await repository.create_entity("child", parent_id="parent", cascade=True)
    one, all_of_it = {"rpm": 1, "tpm": 100}, {"rps": 4}

    async def adjusted():
        async with limiter.acquire("key", RESOURCE, one) as lease:
            await lease.adjust(tpm=50)

    await path("cold", lambda: acquire(limiter, "key", one))
    await path("warm", lambda: acquire(limiter, "key", one))
    await path("adjust", adjusted)
    await acquire(limiter, "key", all_of_it, "small")
    await asyncio.sleep(1.2)
    await path("refill", lambda: acquire(limiter, "key", all_of_it, "small"))
    await path("refused", lambda: acquire(limiter, "key", all_of_it, "small"))
    await path("repeated_refusal", lambda: acquire(limiter, "key", all_of_it, "small"))
    await path("cascade_cold", lambda: acquire(limiter, "child", one))
    await path("cascade_warm", lambda: acquire(limiter, "child", one))


async def shared(endpoint, table, seconds):
    """One bucket of a limit per minute, which ten processes use to 60%."""
    repositories = [connect(endpoint, table) for _ in range(PROCESSES)]
    per_minute = round(60 * PROCESSES * PER_SECOND / SHARE)
    await repositories[0].set_resource_defaults("shared", [Limit.per_minute("rpm", per_minute)])
    admitted = 0

    async def process(repository, until):
        nonlocal admitted
        limiter = RateLimiter(repository=repository)
        following = time.perf_counter()
        while time.perf_counter() < until:
            try:
                await acquire(limiter, "all", {"rpm": 1}, "shared")
                admitted += 1
            except RateLimitExceeded:
                pass
            following += 1 / PER_SECOND
            await asyncio.sleep(max(0, following - time.perf_counter()))

    for length in (2, seconds):
        METER.take()
        admitted = 0
        until = time.perf_counter() + length
        await asyncio.gather(*(process(each, until) for each in repositories))
    calls, rounds, writes, reads = METER.take()
    print("shared_full", calls / admitted, rounds / admitted, writes / admitted, reads / admitted)
    for each in repositories:
        await each.close()


async def main(endpoint, seconds, table=None):
    repository = connect(endpoint, table or f"peer-{uuid.uuid4()}")
    if table is None:
        await repository.create_table()
    await paths(repository)
    if table is None:
        await shared(endpoint, repository.table_name, seconds)
    await repository.close()


asyncio.run(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
