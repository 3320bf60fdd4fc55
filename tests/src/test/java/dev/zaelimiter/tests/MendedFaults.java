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
                    "A3: the way to the store stays open after close",
                    "Shutdown",
                    "quiet = engine.end();",
                    "quiet = empty;",
                    "closing",
                    200),
            new SourceMutant(
                    "A4: whoever only looks rewrites the bucket",
                    "NextStep",
                    "view.used() && view.limitsKnown()",
                    "view.limitsKnown()",
                    "rights",
                    50),
            new SourceMutant(
                    "A7: an error that the store throws reaches the caller's thread",
                    "GuardedStore",
                    "answer = store.write(write);\n        } catch (RuntimeException | Error e) {",
                    "answer = store.write(write);\n        } catch (RuntimeException e) {",
                    "broken-store",
                    100),
            new SourceMutant(
                    "A11: who is let through refuses",
                    "PartStatuses",
                    "return gave(part) || part.pipeline.outlook().bypassed()",
                    "return gave(part)",
                    "switched",
                    200),
            new SourceMutant(
                    "A6: a deleted limit stays in force",
                    "Binder",
                    "boolean stored = config == null || !config.nothingStored();",
                    "boolean stored = true;",
                    "operators",
                    300),
            new SourceMutant(
                    "A19: shards that are not merged yet are not asked",
                    "Siblings",
                    "next.outlook().divisor()));",
                    "1));",
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
                    "A22: a store's conflict is told as a refusal",
                    "MultiShardWriter",
                    "        // A conflict too is the store's, and no sign of the limits: it is tried again until the deadline.\n",
                    "        if (failure instanceof StoreException.Conflict) {\n            contend(sent, out);\n        }\n",
                    "conflicts",
                    100),
            new SourceMutant(
                    "A25: what goes back and does not fit is cut without a word",
                    "CreditCutReporter",
                    "if (milli > 0) {",
                    "if (milli < 0) {",
                    "shards",
                    50),
            new SourceMutant(
                    "A5: a shard goes by the parent that it named when it was last seen",
                    "KnownLimits",
                    "return later ? record.lineage() : own;",
                    "return own;",
                    "resources",
                    400),
            new SourceMutant(
                    "a time is told of a bucket that is only looked at, and left as it is",
                    "NextStep",
                    "if (!view.demands() && !view.corrections() && !view.takersLook()) {",
                    "if (!view.demands() && !view.corrections()) {",
                    "hours",
                    100),
            new SourceMutant(
                    "who was sent to a shard by an old image waits there",
                    "Part",
                    "if (mayWait || multiShard == MultiShardTry.OVER || !leave()) {",
                    "if (true) {",
                    "lines",
                    300),
            new SourceMutant(
                    "who has waited is reckoned with for ever",
                    "Part",
                    "        if (take.waitMillis() > 0) {\n            expectNoMore();\n        }",
                    "",
                    "lines",
                    20),
            new SourceMutant(
                    "A26: who waits is sent to the fuller of two shards",
                    "ShardRouter",
                    "take.waitMillis() > 0 ? soonest(home, count, take) : fuller(home, count, take)",
                    "fuller(home, count, take)",
                    "lines",
                    100),
            new SourceMutant(
                    "A28: whoever works for others goes on until nothing is left",
                    "Rounds",
                    "return own > FEW_ROUNDS",
                    "return own < 0",
                    "floods",
                    100),
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
                    200),
            new SourceMutant(
                    "A30: numbers that come with a call widen what is stored",
                    "TakeRequest",
                    "if (own == null || known == null ||",
                    "if (true || own == null || known == null ||",
                    "narrowed",
                    50),
            new SourceMutant(
                    "A30: slower numbers of a call leave the stamp of a bucket that is full for others",
                    "Planner",
                    "return gains.by().same(image.rates())\n                ? most",
                    "return image.rf() >= Long.MIN_VALUE\n                ? most",
                    "narrowed",
                    100),
            new SourceMutant(
                    "A31: a counter goes on to its end",
                    "Counters",
                    "return consumed == 0 || BucketMath.plus(counter, consumed) < TURN ? consumed : consumed - TURN;",
                    "return consumed;",
                    "counters",
                    100),
            new SourceMutant(
                    "S3: a child that waits takes of its parent immediately",
                    "AskOrder",
                    "flow.parts().waitMillis(child) == 0",
                    "flow.parts().waitMillis(child) >= 0",
                    "slow-child",
                    50));

    private MendedFaults() {}
}
