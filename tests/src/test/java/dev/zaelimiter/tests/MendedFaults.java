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
                    "NextStep",
                    "view.used() && view.limitsKnown()",
                    "view.limitsKnown()",
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
                    "A29: time that was refilled before it came is refilled again",
                    "BucketImage",
                    "return takenBack == null ? gap : gap - takenBack.leftOut(gap);",
                    "return gap;",
                    "set-clocks",
                    200));

    private MendedFaults() {}
}
