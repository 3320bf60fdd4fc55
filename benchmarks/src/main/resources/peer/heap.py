"""How much memory the Python zae-limiter keeps for a key that it has seen, and how long it takes to start.

usage: python - ENDPOINT TABLE KEYS   (this text on standard input)

KEYS of 0 makes the table and stores its limits. Otherwise it says when the first acquire is granted, where KEYS of 1 ends,
and then the bytes for each key.
"""

import asyncio
import gc
import os
import sys
import tracemalloc
import warnings

warnings.simplefilter("ignore")
os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1")

from zae_limiter import Limit, RateLimiter, Repository  # noqa: E402


async def main(endpoint, table, keys):
    repository = Repository(table, "us-east-1", endpoint, _skip_deprecation_warning=True)
    if keys == 0:
        await repository.create_table()
        endless = [Limit.per_minute("rpm", 10**9), Limit.per_minute("tpm", 10**11)]
        await repository.set_resource_defaults("gpt-4", endless)
        await repository.close()
        return
    limiter = RateLimiter(repository=repository)

    async def acquire(key):
        async with limiter.acquire(key, "gpt-4", {"rpm": 1, "tpm": 100}):
            pass

    await acquire("first")
    print("granted", 1, flush=True)
    if keys == 1:
        await repository.close()
        return
    for number in range(50):
        await acquire(f"warm-{number}")
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number in range(keys):
        await acquire(f"key-{number}")
    gc.collect()
    print("bytes", (tracemalloc.get_traced_memory()[0] - before) / keys, flush=True)
    await repository.close()


asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
