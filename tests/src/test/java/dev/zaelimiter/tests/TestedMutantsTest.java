package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs inside the engine, one line each, that the simulation does not come across: each is seen by the test named. */
@Tag("extended")
class TestedMutantsTest {

    private static final String HERE = "dev.zaelimiter.tests.";
    private static final String ENGINE = "dev.zaelimiter.internal.engine.";

    static Stream<TestedMutant> mutants() {
        return Stream.of(
                TestedMutant.of(
                        "what goes back in a lane goes back at any time",
                        "InPlace",
                        "!stampIsNow || left",
                        "left",
                        "dev.zaelimiter.internal.bucket.InPlaceTest",
                        "change_anyBucket_isWhatThePlannerWouldHaveWritten"),
                TestedMutant.of(
                        "what goes back in a lane rises above the ceiling",
                        "InPlace",
                        "!stampIsNow || left >= by.cap(i)",
                        "!stampIsNow",
                        "dev.zaelimiter.internal.bucket.InPlaceTest",
                        "change_anyBucket_isWhatThePlannerWouldHaveWritten"),
                TestedMutant.of(
                        "a take in a lane may outlast its bucket",
                        "InPlace",
                        "left < Math.max(least[i], DEEPEST_HERE)",
                        "left < DEEPEST_HERE",
                        "dev.zaelimiter.internal.bucket.InPlaceTest",
                        "change_anyBucket_isWhatThePlannerWouldHaveWritten"),
                TestedMutant.of(
                        "a cut credit does not require the balance to be unchanged",
                        "Planner",
                        "floor[i] = delta[i] < totals.credited(i) ? image.tk()[i] : Plan.NO_FLOOR;",
                        "",
                        "dev.zaelimiter.internal.bucket.CutCreditTest",
                        "credit_whereItMayLand_cutsNoMoreThanDoesNotFitThere"),
                TestedMutant.of(
                        "a batch is used for any image",
                        "Batch",
                        "return image != null && image.shardCount() == base.shardCount() && image.sameLimits(base);",
                        "return image != null;",
                        ENGINE + "pipeline.BatchTest",
                        "isFor_otherNumbersOrShards_isFalse"),
                TestedMutant.of(
                        "what goes back of a take from several shards all goes to one",
                        "MultiShardTarget",
                        "for (int s = given.size() - 1; s > 0; s--) {",
                        "for (int s = 0; s > 0; s--) {",
                        HERE + "GivingBackAcrossShardsTest",
                        "giveBack_ofATakeFromSeveralShards_noneGetsMoreThanItGave"),
                TestedMutant.of(
                        "A19: shards that are not merged yet are not asked",
                        "Siblings",
                        "next.outlook().divisor()));",
                        "1));",
                        HERE + "RefusalLawsTest",
                        "mergedBack_aShardThatHoldsEnough_serves"),
                TestedMutant.of(
                        "A5: a bucket made under an old parent is never put right",
                        "Reconciliation",
                        "        if (target.lineage() != null && !EntityItems.knows(item, image.cascade(), target.lineage())) {\n"
                                + "            return false;\n        }",
                        "",
                        HERE + "LineageScenariosTest",
                        "moved_bucketMadeUnderTheOldParent_isPutRightByItsMaker"),
                TestedMutant.of(
                        "a debt is forgotten with a bucket that another process gave an end",
                        "Lifetime",
                        "return Plan.NO_END;\n        }\n        long ttl",
                        "return Plan.KEEP;\n        }\n        long ttl",
                        "dev.zaelimiter.internal.bucket.BucketLifetimeTest",
                        "debit_endOfAProcessWithAnotherMultiplier_takesTheEndAway"),
                TestedMutant.of(
                        "a time is told that holds for each limit alone",
                        "LastingTimes",
                        "if (later <= last) {",
                        "if (true) {",
                        HERE + "ToldTimesScenariosTest",
                        "refusal_parentLosesTheGapOfTheChildsTime_timeToldIsEnough"),
                TestedMutant.of(
                        "A6: a deleted limit stays in force",
                        "Binder",
                        "boolean stored = config == null || !config.nothingStored();",
                        "boolean stored = true;",
                        HERE + "DeletedLimitsScenariosTest",
                        "deleted_divided_noLimits"),
                TestedMutant.of(
                        "a shard is not told what was taken outside its pipeline",
                        "MultiShardWriter",
                        "granted.given().forEach(given -> given.shard().overtake(out));",
                        "",
                        HERE + "GivingBackAcrossShardsTest",
                        "giveBack_ofATakeFromSeveralShards_isWrittenOnceForEach"),
                TestedMutant.of(
                        "a transfer that its own images refuse is tried on and on",
                        "Transferrer",
                        "&& work.gate.faultOf(\"a transfer between shards\", writes, from, refused) != null",
                        "&& false",
                        HERE + "TransferFaultsTest",
                        "merge_refusedByItsOwnImages_isAFaultThatIsToldAndNotRepeated"),
                TestedMutant.of(
                        "a probe takes what it asks",
                        "Selection",
                        "if (demand.probe) {",
                        "if (false) {",
                        HERE + "DrainedParentTest",
                        "projectThatGotSomethingBack_letsItsKeysInAgain"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void test_oneLineChanged_fails(TestedMutant mutant, @TempDir Path scratch) throws IOException {
        Throwable failure = mutant.failure(scratch);

        assertThat(failure).as("%s, by %s", mutant, mutant.test()).isInstanceOf(AssertionError.class);
    }
}
