"""Puts load on the Python zae-limiter, for the benchmark `peer`; prints a line for each thing, its name first:
its median alone, calls a second, calls that failed, and the percentiles 0 to 100 of both, in milliseconds.

usage: python - ENDPOINT CALLERS CALLS SERIAL [cascade]   (this text on standard input)

One bucket with two limits that never run out. First SERIAL acquires by one caller, then CALLS by CALLERS at once.
"""

import asyncio
import os
import statistics
import sys
import time
import uuid
import warnings

warnings.simplefilter("ignore")
os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1")

from aiobotocore.session import get_session  # noqa: E402
from zae_limiter import Limit, RateLimiter, Repository  # noqa: E402

RESOURCE = "gpt-4"
ENDLESS = 10**9


async def without_stream(endpoint, table):
    """The store takes longer for each write the longer a stream is; ours is measured without one, too."""
    async with get_session().create_client("dynamodb", endpoint_url=endpoint) as client:
        await client.update_table(TableName=table, StreamSpecification={"StreamEnabled": False})


def percentiles(seconds):
    """The 0th to the 100th, in milliseconds."""
    ordered = sorted(seconds)
    return [1000 * ordered[min(len(ordered) - 1, len(ordered) * i // 100)] for i in range(101)] if ordered else []


async def main(endpoint, callers, calls, serial, cascade):
    repository = Repository(f"peer-{uuid.uuid4()}", "us-east-1", endpoint, _skip_deprecation_warning=True)
    await repository.create_table()
    await without_stream(endpoint, repository.table_name)
    limiter = RateLimiter(repository=repository)
    limits = [Limit.per_minute("rpm", ENDLESS), Limit.per_minute("tpm", 100 * ENDLESS)]
    await repository.set_resource_defaults(RESOURCE, limits)
    if cascade:
        await repository.create_entity("parent")
        await repository.create_entity("key", parent_id="parent", cascade=True)

    async def acquire():
        start = time.perf_counter()
        async with limiter.acquire("key", RESOURCE, {"rpm": 1, "tpm": 100}):
            pass
        return time.perf_counter() - start

    for _ in range(3):
        await acquire()
    alone = [await acquire() for _ in range(serial)]

    left, failed, busy = calls, 0, []

    async def caller():
        nonlocal left, failed
        while left > 0:
            left -= 1
            try:
                busy.append(await acquire())
            except Exception:  # What it fails with under load is its own affair; here it counts as not done.
                failed += 1

    start = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(callers)))
    seconds = time.perf_counter() - start

    print("p50_ms", 1000 * statistics.median(alone) if alone else 0)
    print("per_second", (calls - failed) / seconds)
    print("failed", failed)
    print("alone_ms", *percentiles(alone))
    print("busy_ms", *percentiles(busy))
    await repository.close()


asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:5]), "cascade" in sys.argv[5:]))
