"""Clients of the Python zae-limiter in one process, told what to do line by line, by a clock that the teller moves.

usage: python clients.py ENDPOINT   (then one command a line, as JSON, on standard input)

Each command is answered with one line of JSON: {"ok": ...} or {"error": class, "message": text}. A client is named; the same
name is the same client, with its own caches, as a process of its own would have them.
"""

import dataclasses
import enum
import json
import os
import random
import sys
import time
import types
import warnings
from datetime import timedelta

warnings.simplefilter("ignore")
os.environ.update(AWS_ACCESS_KEY_ID="local", AWS_SECRET_ACCESS_KEY="local", AWS_DEFAULT_REGION="us-east-1")
os.environ.update(AWS_ENDPOINT_URL_DYNAMODB=sys.argv[1], POWERTOOLS_LOG_LEVEL="CRITICAL")
os.environ.update(AWS_EC2_METADATA_DISABLED="true")

import zae_limiter  # noqa: E402
from zae_limiter import Limit, RateLimitExceeded, ResourceDisabled  # noqa: E402
from zae_limiter import SyncRateLimiter, SyncRepository, sync_config_cache  # noqa: E402
from zae_limiter.models import ScheduleEntry  # noqa: E402

ENDPOINT = sys.argv[1]
# What the original's function logs must not come between the answers.
ANSWERS, sys.stdout = sys.stdout, sys.stderr
CLOCK = {"ms": 0}


def now_ms():
    """The teller's clock; the real one once it says none."""
    return int(time.time() * 1000) if CLOCK["ms"] is None else CLOCK["ms"]



SyncRepository._now_ms = lambda self: now_ms()
SyncRepository._get_caller_identity_arn = lambda self: None
sync_config_cache.time = types.SimpleNamespace(time=lambda: now_ms() / 1000)

clients, leases, IMAGES = {}, {}, {}


def image(table, pk):
    return raw(table)._get_client().get_item(TableName=table, Key={"PK": {"S": pk}, "SK": {"S": "#STATE"}})["Item"]


def raw(table):
    return SyncRepository(table, "us-east-1", ENDPOINT, _skip_deprecation_warning=True)


def decoded(value):
    """Limits are told as maps with the key "limit": how they are made, and from what."""
    if isinstance(value, list):
        return [decoded(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "limit" not in value:
        return {key: decoded(each) for key, each in value.items()}
    arguments = dict(value)
    made = arguments.pop("limit")
    schedule = arguments.pop("schedule", None)
    if "reset_after" in arguments:
        arguments["reset_after"] = timedelta(seconds=arguments["reset_after"])
    limit = getattr(Limit, made)(**arguments)
    if schedule:
        limit = limit.with_schedule(tuple(ScheduleEntry(**entry) for entry in schedule))
    return limit


def encoded(value):
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    if isinstance(value, dict):
        return {str(key): encoded(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [encoded(each) for each in value]
    if dataclasses.is_dataclass(value):
        fields = {field.name: encoded(getattr(value, field.name, None)) for field in dataclasses.fields(value)}
        if hasattr(value, "available") and not callable(value.available):
            fields["available"] = encoded(value.available)
        return fields
    return str(value)


class Commands:
    @staticmethod
    def clock(ms):
        CLOCK["ms"] = ms

    @staticmethod
    def seed(number):
        random.seed(number)

    @staticmethod
    def table(table, create=False, aggregator=None, least="0.0.0"):
        """Makes a table as the original does, or just its record of versions."""
        repository = raw(table)
        if create:
            repository.create_table()
            repository._get_client().update_table(TableName=table, StreamSpecification={"StreamEnabled": False})
        repository.set_version_record("0.10.0", lambda_version=aggregator, client_min_version=least)
        repository.close()

    @staticmethod
    def drop(table):
        raw(table).delete_table()

    @staticmethod
    def namespace(table, name):
        repository = raw(table)
        registered = repository.register_namespace(name)
        repository.close()
        return registered

    @staticmethod
    def unregister(table, name):
        raw(table).delete_namespace(name)

    @staticmethod
    def purge(table, id):
        raw(table).purge_namespace(id)

    @staticmethod
    def deleted(table):
        return raw(table).list_orphan_namespaces()

    @staticmethod
    def open(client, table, namespace, **settings):
        repository = SyncRepository.connect(
            namespace, stack=table, region="us-east-1", endpoint_url=ENDPOINT, **settings
        )
        repository._rejection_cache._clock = lambda: now_ms() / 1000
        clients[client] = (repository, SyncRateLimiter(repository=repository))

    @staticmethod
    def close():
        for repository, _ in clients.values():
            repository.close()
        clients.clear()
        leases.clear()

    @staticmethod
    def repository(client, method, args=(), **named):
        return getattr(clients[client][0], method)(*decoded(list(args)), **decoded(named))

    @staticmethod
    def limiter(client, method, args=(), **named):
        return getattr(clients[client][1], method)(*decoded(list(args)), **decoded(named))

    @staticmethod
    def acquire(client, entity, resource, consume, lease=None, limits=None, **more):
        """Takes; keeps unless the lease gets a name. A refusal is an answer."""
        if limits is not None:
            more["limits"] = decoded(limits)
        scope = clients[client][1].acquire(entity, resource, consume, **more)
        try:
            taken = scope.__enter__()
        except RateLimitExceeded as refused:
            return {"granted": False, **refused.as_dict()}
        if lease is None:
            scope.__exit__(None, None, None)
        else:
            leases[lease] = (scope, taken)
        return {"granted": True, "consumed": dict(taken.consumed), "overdrawn": list(taken.overdrawn)}

    @staticmethod
    def drain(client, entity, resource, limit, most, **more):
        """Takes one at a time, until refused or until it was granted so often; says how often."""
        for granted in range(most):
            if not Commands.acquire(client, entity, resource, {limit: 1}, **more)["granted"]:
                return granted
        return most

    @staticmethod
    def adjust(lease, **amounts):
        leases[lease][1].adjust(**amounts)

    @staticmethod
    def keep(lease):
        leases.pop(lease)[0].__exit__(None, None, None)

    @staticmethod
    def fail(lease):
        """The block of a lease ends with an exception: what it took goes back."""
        scope, _ = leases.pop(lease)
        failure = ValueError("thrown in the block")
        try:
            scope.__exit__(ValueError, failure, None)
        except ValueError as raised:
            if raised is not failure:
                raise

    @staticmethod
    def exhaust(client, entity, resource, limit, refusals):
        """Takes one at a time, until refused so often in a row: of a divided bucket one shard alone may be empty."""
        granted, refused = 0, 0
        while refused < refusals:
            if Commands.acquire(client, entity, resource, {limit: 1})["granted"]:
                granted, refused = granted + 1, 0
            else:
                refused += 1
        return granted

    @staticmethod
    def hammer(client, entity, resource, limit, seconds):
        """Takes one at a time for so long of real time; says how often it was granted and refused."""
        end, counts = time.monotonic() + seconds, {"granted": 0, "refused": 0}
        while time.monotonic() < end:
            granted = Commands.acquire(client, entity, resource, {limit: 1})["granted"]
            counts["granted" if granted else "refused"] += 1
        return counts

    @staticmethod
    def remember(table, pk):
        """Keeps the image of a bucket, as the stream would tell it later."""
        IMAGES[pk] = image(table, pk)

    @staticmethod
    def aggregate(table, pk):
        """What the original's function does with the change since the image that was kept."""
        from zae_limiter_aggregator.processor import process_stream_records

        change = {"OldImage": IMAGES[pk], "NewImage": image(table, pk), "SequenceNumber": "1"}
        result = process_stream_records([{"eventName": "MODIFY", "dynamodb": change}], table, ["hourly", "daily"], 90)
        return {"snapshots": result.snapshots_updated, "errors": list(result.errors)}

    @staticmethod
    def version():
        return zae_limiter.__version__


for line in sys.stdin:
    told = json.loads(line)
    command = told.pop("do")
    try:
        answer = {"ok": encoded(getattr(Commands, command)(**told))}
    except Exception as failure:  # Whatever it is, the teller is told.
        answer = {"error": type(failure).__name__, "message": str(failure)}
        if isinstance(failure, ResourceDisabled):
            answer["level"] = failure.level
    print(json.dumps(answer), file=ANSWERS, flush=True)
