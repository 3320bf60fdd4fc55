package dev.zaelimiter.tests;

import java.util.List;

/** The bugs that are planted inside the engine, one line each. */
final class EngineMutants {

    private static final String ENGINE = "internal/engine/";

    static final List<SourceMutant> ALL = List.of(
            new SourceMutant(
                    "what was not applied is put back into the queue in reverse order",
                    ENGINE + "Writer.java",
                    "for (int i = demands.size() - 1; i >= 0; i--) {",
                    "for (int i = 0; i < demands.size(); i++) {",
                    "queues",
                    300),
            new SourceMutant(
                    "a pinned credit is repeated though the stamp did not move",
                    ENGINE + "NextBatch.java",
                    "return base.rf() < nowMillis || !engine.store().traits().writesMayLandLate();",
                    "return true;",
                    "repeats",
                    2000),
            new SourceMutant(
                    "a plan of the short way is used again in later milliseconds",
                    ENGINE + "ShortWay.java",
                    "&& gains.now() == nowMillis",
                    "",
                    "same-request",
                    100),
            new SourceMutant(
                    "waits are a quarter too short",
                    ENGINE + "Grants.java",
                    "long wait = image.millisUntil(at, by, -behind[i], now);",
                    "long wait = image.millisUntil(at, by, -behind[i], now) * 3 / 4;",
                    "waits",
                    100),
            new SourceMutant(
                    "what is given back shortens the wait of those in front, too",
                    ENGINE + "Debtors.java",
                    "if (debt.place > place && debt.shorten(amounts)",
                    "if (debt.shorten(amounts)",
                    "patience",
                    200),
            new SourceMutant(
                    "waits for tokens of several shards are a quarter as long",
                    ENGINE + "SpreadFlight.java",
                    "long wait = granted.fit().waitMillis();",
                    "long wait = granted.fit().waitMillis() / 4;",
                    "patient-spread",
                    200),
            new SourceMutant(
                    "each limit after a soft one is counted as soft",
                    ENGINE + "SoftLimits.java",
                    "mask = limit.soft() ? mask | 1 << i : mask & ~(1 << i);",
                    "mask = mask | 1 << i;",
                    "soft",
                    100),
            new SourceMutant(
                    "what several shards gave goes back to one",
                    ENGINE + "SeveralShards.java",
                    "for (int s = given.size() - 1; s > 0; s--) {",
                    "for (int s = given.size() - 1; s > given.size(); s--) {",
                    "spread",
                    200),
            new SourceMutant(
                    "a shard is not told that tokens were taken beside its pipeline",
                    ENGINE + "BucketPipeline.java",
                    "mailbox.post((w, o) -> w.state.forgetImage(), true, out);",
                    "mailbox.post((w, o) -> {}, true, out);",
                    "spread",
                    500),
            new SourceMutant(
                    "what was never taken is given back",
                    ENGINE + "Parts.java",
                    "mine = part.granted() && !part.undone;",
                    "mine = part.outcome != null && !part.undone;",
                    "cascade",
                    50));

    private EngineMutants() {}
}
