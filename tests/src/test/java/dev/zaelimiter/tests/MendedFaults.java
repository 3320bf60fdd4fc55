package dev.zaelimiter.tests;

import java.util.List;

/** Faults that were found in use, each planted again by one line: the simulation must find them now. */
final class MendedFaults {

    static final List<SourceMutant> ALL = List.of(
            new SourceMutant(
                    "A1: what takes longer than can be told has an end",
                    "Lifetime",
                    "if (slowest > LONGEST) {\n            return NO_END;\n        }",
                    "",
                    "extremes",
                    200),
            new SourceMutant(
                    "A3: the way to the store stays open after close", "Shutdown", "engine.end();", "", "closing", 200),
            new SourceMutant(
                    "A4: whoever only looks rewrites the bucket",
                    "Alignment",
                    "if (!used || known == null) {",
                    "if (known == null) {",
                    "rights",
                    50),
            new SourceMutant(
                    "A5: a bucket made under an old parent is never put right",
                    "Reconciliation",
                    "        if (target.lineage() != null && !EntityItems.knows(item, image.cascade(), target.lineage())) {\n"
                            + "            return false;\n        }",
                    "",
                    "operators",
                    300),
            new SourceMutant(
                    "A6: a deleted limit stays in force",
                    "Selection",
                    "boolean stored = config == null || !config.nothingStored();",
                    "boolean stored = true;",
                    "operators",
                    300),
            new SourceMutant(
                    "A19: shards that are not merged yet are not asked",
                    "Siblings",
                    "most = Math.max(most, Math.max(shard == 0 ? next.shardCount() : 1, next.divisor()));",
                    "most = Math.max(most, shard == 0 ? next.shardCount() : 1);",
                    "spread",
                    300),
            new SourceMutant(
                    "A20: a parent is shown from an image of any age",
                    "FreshLook",
                    "&& !shard.outlook().fresh()",
                    "&& !shard.outlook().loaded()",
                    "cascade",
                    100),
            new SourceMutant(
                    "A21: each limit is told by the shard that has it first",
                    "ShardTotals",
                    "long[] retry = exceedsEachShare() ? together() : one != null && firstMillis != NEVER ? one : soonest;",
                    "long[] retry = together();",
                    "shards",
                    200),
            new SourceMutant(
                    "A30: a lower capacity that comes with a call cuts what others have",
                    "CallLimits",
                    "long cap = image.rates().cap(i);",
                    "long cap = own;",
                    "lower-calls",
                    20),
            new SourceMutant(
                    "A29: time that was refilled before it came is refilled again",
                    "BucketImage",
                    "return takenBack == null ? gap : gap - takenBack.leftOut(gap);",
                    "return gap;",
                    "set-clocks",
                    200));

    private MendedFaults() {}
}
