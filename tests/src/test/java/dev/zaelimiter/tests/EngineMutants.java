package dev.zaelimiter.tests;

import java.util.List;

/** The bugs that are planted inside the engine, one line each. */
final class EngineMutants {

    static final List<SourceMutant> ALL = List.of(
            new SourceMutant(
                    "a lane has no end",
                    "Lane",
                    ": engine.environment().monotonicNanos() - beganNanos;",
                    ": 0;",
                    "lanes",
                    200),
            new SourceMutant(
                    "parts sum up to more than was divided",
                    "DividedBalances",
                    "leftOver[i] -= parts * each[i];",
                    "leftOver[i] -= each[i];",
                    "lanes",
                    50),
            new SourceMutant(
                    "a lane refuses what does not fit there",
                    "AcquireFuture",
                    "if (inPlace != null) {",
                    """
                    if (inPlace == null
                            && request.limits() == null
                            && request.waitAtMost().isZero()
                            && limiters.pipeline(request.entity(), request.resource()).lane() != null) {
                        Outbox out = Outbox.ofCall();
                        decided(new Decision.Refused(dev.zaelimiter.Refusal.contended(
                                request.entity(), request.resource(), java.util.List.of(), 1)), out);
                        out.run(engine.environment());
                    } else if (inPlace != null) {""",
                    "lanes",
                    50),
            new SourceMutant(
                    "in a lane a full bucket is taken from though the stamp stays",
                    "InPlace",
                    "balances[i] > most[i] || left",
                    "left",
                    "lanes",
                    100),
            new SourceMutant(
                    "what was not applied is put back into the queue in reverse order",
                    "Waitlist",
                    "for (int i = back.size() - 1; i >= 0; i--) {",
                    "for (int i = 0; i < back.size(); i++) {",
                    "queues",
                    300),
            new SourceMutant(
                    "a pinned credit is repeated though the stamp did not move",
                    "NextBatch",
                    "return base.rf() < nowMillis || !engine.store().traits().writesMayLandLate();",
                    "return true;",
                    "repeats",
                    2000),
            new SourceMutant(
                    "a plan of the short way is used again in later milliseconds",
                    "ShortWay",
                    "&& gains.now() == nowMillis",
                    "",
                    "same-request",
                    100),
            new SourceMutant(
                    "waits are a quarter too short",
                    "GrantNotifier",
                    "image.millisUntil(at, by, -behind[i], now));",
                    "image.millisUntil(at, by, -behind[i], now) * 3 / 4);",
                    "waits",
                    100),
            new SourceMutant(
                    "waits are a fiftieth too short",
                    "GrantNotifier",
                    "image.millisUntil(at, by, -behind[i], now));",
                    "image.millisUntil(at, by, -behind[i], now) * 49 / 50);",
                    "patient-families",
                    100),
            new SourceMutant(
                    "what is given back shortens the wait of those in front, too",
                    "DebtQueue",
                    "if (debt.place > place && debt.shards >= shards && debt.shorten(amounts)",
                    "if (debt.shorten(amounts)",
                    "patience",
                    200),
            new SourceMutant(
                    "waits for tokens of several shards are a quarter as long",
                    "MultiShardWriter",
                    "long wait = granted.waitMillis();",
                    "long wait = granted.waitMillis() / 4;",
                    "patient-spread",
                    200),
            new SourceMutant(
                    "each limit after a soft one is counted as soft",
                    "SoftLimits",
                    "mask = limit.soft() ? mask | 1 << i : mask & ~(1 << i);",
                    "mask = mask | 1 << i;",
                    "soft",
                    100),
            new SourceMutant(
                    "a cascade asks child and parent together, however little is left",
                    "AskOrder",
                    "reckonTogether(child, parent)",
                    "true",
                    "slow-child",
                    50),
            new SourceMutant(
                    "what was never taken is given back",
                    "Parts",
                    "mine = part.granted() && !part.undone;",
                    "mine = part.outcome != null && !part.undone;",
                    "cascade",
                    50),
            new SourceMutant(
                    "a time to live is not renewed by a take",
                    "Planner",
                    "ttl = lasts ? Plan.KEEP : Lifetime",
                    "ttl = true ? Plan.KEEP : Lifetime",
                    "late-deletes",
                    50),
            new SourceMutant(
                    "who gives up while others are asked keeps what was taken",
                    "AcquireEnd",
                    "undo = !finished;",
                    "undo = false;",
                    "cancelled",
                    50),
            new SourceMutant(
                    "a budget that is raised or lowered stays as it is",
                    "BucketRewrite",
                    "long granted = budget ? share - old.cap(i) : 0;",
                    "long granted = 0;",
                    "budgets",
                    100),
            new SourceMutant(
                    "names of another namespace lead to the buckets of the first",
                    "EngineRepository",
                    "new Keys(id), engine.configs())",
                    "engine.keys(), engine.configs())",
                    "namespaces",
                    50),
            new SourceMutant(
                    "who waits for two limits is let go when the first of them has come back",
                    "GrantNotifier",
                    "most = Math.max(most, wait);",
                    "most = k == 0 ? wait : most;",
                    "waits",
                    200));

    private EngineMutants() {}
}
