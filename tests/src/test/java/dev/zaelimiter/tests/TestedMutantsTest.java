package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs inside the engine, one line each, that the simulation does not come across: each is seen by the test named. */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class TestedMutantsTest {

    private static final String HERE = "dev.zaelimiter.tests.";
    private static final String ENGINE = "dev.zaelimiter.internal.engine.";

    static Stream<TestedMutant> mutants() {
        return Stream.of(
                TestedMutant.of(
                        "a lane goes by the millisecond before",
                        "Lane",
                        "age < NEAR_NANOS && engine.environment().wallMillis() == wallMillis",
                        "age < NEAR_NANOS",
                        HERE + "LaneRulesTest",
                        "take_ofABucketThatIsFullInTheNextMillisecond_isNotTakenFromTheLastOne"),
                TestedMutant.of(
                        "a lane goes by limits that were changed",
                        "Lane",
                        "engine.configs().generation() != generation || ",
                        "",
                        HERE + "LaneRulesTest",
                        "take_afterLimitsWereChanged_isDecidedByTheNewOnes"),
                TestedMutant.of(
                        "parts may give more together than there is",
                        "InPlace",
                        "Math.min(room / parts, most[i])",
                        "Math.min(room, most[i])",
                        "dev.zaelimiter.internal.bucket.InPlacePartTest",
                        "change_inAnyPart_isWhatThePlannerWouldHaveWrittenOfAllParts"),
                TestedMutant.of(
                        "a part may hold what belongs to a debt",
                        "InPlace",
                        "balances[i] >= far.floor(i) && ",
                        "",
                        "dev.zaelimiter.internal.bucket.InPlacePartTest",
                        "change_inAnyPart_isWhatThePlannerWouldHaveWrittenOfAllParts"),
                TestedMutant.of(
                        "each part may rise as high as all of them together",
                        "InPlace",
                        "Math.max(0, room / parts)",
                        "Math.max(0, room)",
                        "dev.zaelimiter.internal.bucket.InPlacePartTest",
                        "change_inAnyPart_isWhatThePlannerWouldHaveWrittenOfAllParts"),
                TestedMutant.of(
                        "the last part is not closed",
                        "DividedBalances",
                        "for (int part = 0; part < parts; part++) {\n            long[] last",
                        "for (int part = 0; part < parts - 1; part++) {\n            long[] last",
                        "dev.zaelimiter.embedded.DividedBalancesTest",
                        "exchange_ofAPartThatIsClosed_isNotApplied"),
                TestedMutant.of(
                        "a part is read at the end, and not closed",
                        "DividedBalances",
                        "places.compareAndSet(place, now, new Last(balances))",
                        "places.get(place) == now",
                        "dev.zaelimiter.embedded.DividedBalancesTest",
                        "exchange_ofAPartThatIsClosed_isNotApplied"),
                TestedMutant.of(
                        "what goes back in a lane leaves no room for what is gained",
                        "InPlace",
                        "if (left > upper(i)) {",
                        "if (left >= by.cap(i)) {",
                        "dev.zaelimiter.internal.bucket.InPlaceTest",
                        "change_anyBucket_isWhatThePlannerWouldHaveWritten"),
                TestedMutant.of(
                        "what goes back to a part leaves no room for what is gained",
                        "InPlace",
                        "long room = plus(far.upper(i),",
                        "long room = plus(far.by.cap(i),",
                        "dev.zaelimiter.internal.bucket.InPlacePartTest",
                        "change_inAnyPart_isWhatThePlannerWouldHaveWrittenOfAllParts"),
                TestedMutant.of(
                        "a take in a lane may outlast its bucket",
                        "InPlace",
                        "Math.max(lasting, DEEPEST_HERE)",
                        "DEEPEST_HERE",
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
                        "who came while the bucket was taken for whole is not reckoned with",
                        "Part",
                        "if (take.waitMillis() > 0) {\n            mayWait",
                        "if (take.waitMillis() > 0 && pipeline.outlook().divided()) {\n            mayWait",
                        HERE + "WaitingOnShardsTest",
                        "waiters_whoCameToAWholeBucket_areServedInOrder"),
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
                        "ShardCalls",
                        "? work.gate.faultOf(what, writes, from, refused)",
                        "? null",
                        HERE + "TransferFaultsTest",
                        "merge_refusedByItsOwnImages_isAFaultThatIsToldAndNotRepeated"),
                TestedMutant.of(
                        "a correction that others forestall each time goes round for ever",
                        "AbsentFirst",
                        "work.giveUpOld(new StoreException.Conflict(\"others changed the shards each time\", null));",
                        "",
                        HERE + "AbsentFirstShardTest",
                        "settle_othersAreFasterEachTime_isLostAfterItsPatienceAndNothingIsSentAnyMore"),
                TestedMutant.of(
                        "a look for other shards that fails counts as if it had shown none",
                        "AbsentFirst",
                        "&& !work.state.sawNoOther();",
                        "&& !work.state.sawNoOther() && calls.failures() == 0;",
                        HERE + "AbsentFirstShardTest",
                        "take_storeDoesNotComeBack_endsAtTheDeadlineWithFewCalls"),
                TestedMutant.of(
                        "of a bucket that was seen in many shards only the first four are looked for",
                        "MissingShards",
                        "Math.max(NEXT, shards)",
                        "NEXT",
                        HERE + "AbsentFirstShardTest",
                        "take_byAProcessThatHasSeenEight_findsTheLast"),
                rest(
                        "how long its writes rest",
                        "WriteGate",
                        "batches.goOn(rare.batches);",
                        "",
                        "goOn_writesCameToNothing_restsAsLongBeforeTheNext"),
                rest(
                        "how long its rewrites rest",
                        "WriteGate",
                        "rewrites.goOn(rare.rewrites);",
                        "",
                        "goOn_rewritesAreDenied_makesNoneForAsLong"),
                rest(
                        "why it can't be rewritten",
                        "WriteGate",
                        "rewritesFailWith = rare.rewritesFailWith;",
                        "",
                        "goOn_rewritesAreDenied_makesNoneForAsLong"),
                rest(
                        "since when it is whole",
                        "Rest",
                        "parts.division.goOnWhole(cold.undividedSinceNanos);",
                        "",
                        "goOn_wholeForLong_isDividedAsSoonAsItIsThrottled"),
                TestedMutant.of(
                        "a cold bucket forgets what has taken a limit away",
                        "BucketConfig",
                        "cold.rare().doubt = doubt;",
                        "",
                        ENGINE + "pipeline.BucketConfigTest",
                        "goOn_oneReadingHasTakenALimitAway_theNextOneConfirmsIt"),
                rest(
                        "who waits for its tokens",
                        "Rest",
                        "work.debts.any()",
                        "false",
                        "rest_somebodyWaitsForTokens_stays"),
                TestedMutant.of(
                        "a bucket whose limits came with a call is brought in line again and again",
                        "BucketState",
                        "                && KeptNames.sameCallLimits(before, item)\n",
                        "",
                        HERE + "CallLimitsScenariosTest",
                        "sameLimitsStoredLater_bucketIsBroughtInLineOnce"),
                TestedMutant.of(
                        "what goes back to a busy bucket waits until nobody asks",
                        "PendingCorrections",
                        "credited = !credited && due;",
                        "credited = false;",
                        HERE + "GivingBackScenariosTest",
                        "busySharedBucket_whatGoesBackIsThereSoon"),
                TestedMutant.of(
                        "what the bucket of a deleted entity gave goes back to the next one's",
                        "Work",
                        "if (state.isAnothers(of)) {\n            drop(",
                        "if (false) {\n            drop(",
                        HERE + "GivingBackScenariosTest",
                        "entityMadeAnew_givenByTheBucketBefore_doesNotGoBackThere"),
                TestedMutant.of(
                        "the same in a lane",
                        "Lane",
                        "if (of != null && owner != null && !of.equals(owner)) {",
                        "if (false) {",
                        HERE + "LaneRulesTest",
                        "giveBack_inALaneOfTheNextEntityOfThatId_doesNotGoBackThere"),
                TestedMutant.of(
                        "what an entity's bucket gave is dropped with what the last one's had given",
                        "Work",
                        "Correction.Halves halves, @Nullable String of) {\n        dropOfDeleted();",
                        "Correction.Halves halves, @Nullable String of) {",
                        HERE + "GivingBackScenariosTest",
                        "entityMadeAnew_givenByItsBucket_goesBackThere"),
                TestedMutant.of(
                        "a call goes by stored numbers that were lowered since",
                        "CallLimits",
                        "stored.test(limit.name())",
                        "false",
                        HERE + "NarrowingCallLimitsScenariosTest",
                        "storedLimitLowered_callOfAProcessThatHasNotHeard_isHeldToIt"),
                TestedMutant.of(
                        "a call goes by its own numbers where a limit was stored since",
                        "LimitsInForce",
                        "!known.nothingStored() && (!stays || known.oldestRead() <= seenMark)",
                        "false",
                        HERE + "NarrowingCallLimitsScenariosTest",
                        "limitStoredBesideOthers_callOfAProcessThatHasNotHeard_isHeldToIt"),
                TestedMutant.of(
                        "a limit leaves a bucket by levels that were read at different times",
                        "BucketConfig",
                        "!takesAway(seen, known)",
                        "true",
                        HERE + "MovedLimitsScenariosTest",
                        "fromTheEntityToTheResource_whatWasUsedStaysUsed"),
                TestedMutant.of(
                        "who looks is shown what one reading of the levels takes away",
                        "LimitReport",
                        "read != image && isInDoubt(snapshot) ? image : read",
                        "read",
                        HERE + "MovedLimitsScenariosTest",
                        "fromTheResourceToTheEntity_isSeenAllTheTime"),
                TestedMutant.of(
                        "a limit is cut to a capacity by levels that were read at different times",
                        "Reconciliation",
                        "LimitConversion.numbers(limit).cap() < image.stored().cap(i)",
                        "false",
                        HERE + "MovedLimitsScenariosTest",
                        "fromTheEntityToALowerOneOfTheResource_thatIsRaisedBefore_losesNothing"),
                TestedMutant.of(
                        "the soft ceiling holds back what is taken",
                        "Refilling",
                        "Math.max(taken, totals.needed(i))",
                        "Math.max(0, totals.needed(i))",
                        "dev.zaelimiter.internal.bucket.PlannerRulesTest",
                        "plan_sharedAndTakersWhoMayWait_owesNothingThatIsThere"),
                TestedMutant.of(
                        "what one turn brings to another bucket leaves by a write each",
                        "Mailbox",
                        "return engine.hasShortWay() && out.inTurn();",
                        "return false;",
                        HERE + "EndedTogetherTest",
                        "switchedOff_whileAllWait_goBackTogether"),
                TestedMutant.of(
                        "where no other thread can be had, what is left waits",
                        "Outbox",
                        "} else {\n                    goOn(busy);",
                        "} else {\n                    busy = null;",
                        ENGINE + "pipeline.MailboxHandOverTest",
                        "workOff_noOtherThreadCanBeHad_goesOnToTheEnd"),
                TestedMutant.of(
                        "what a turn has brought is left to another thread when the rounds of a call are used up",
                        "Rounds",
                        "own > FEW_ROUNDS",
                        "all > FEW_ROUNDS",
                        ENGINE + "pipeline.MailboxTest",
                        "use_moreThanOneCallsRounds_allAreDoneBeforeTheThreadLeaves"),
                TestedMutant.of(
                        "what was kept waits for who is busy",
                        "Outbox",
                        "if (turns == 1) {\n            useKept();",
                        "if (turns == 1) {",
                        ENGINE + "pipeline.MailboxHandOverTest",
                        "workOff_noOtherThreadCanBeHad_whatWasKeptComesBeforeWhoIsBusy"),
                TestedMutant.of(
                        "a probe takes what it asks",
                        "Selection",
                        "if (demand.probe) {",
                        "if (false) {",
                        HERE + "DrainedParentTest",
                        "projectThatGotSomethingBack_letsItsKeysInAgain"),
                TestedMutant.of(
                        "who is asked of child and parent together takes others for as small as itself",
                        "ShardRoom",
                        "Math.max(cascading.of(take.names()[k]), saturated(amount, waiting + 1))",
                        "saturated(amount, waiting + 1)",
                        HERE + "AskedTogetherTest",
                        "keyThatIsKnown_isNotAskedTogetherForMoreThanItHolds"),
                TestedMutant.of(
                        "what child and parent were asked together counts for ever",
                        "Part",
                        "if (cascades()) {\n            reckonNoMore();",
                        "if (false) {\n            reckonNoMore();",
                        HERE + "AskedTogetherTest",
                        "whatTheStoreDidNotAnswer_countsNoMore"));
    }

    private static TestedMutant rest(String what, String type, String right, String wrong, String method) {
        return TestedMutant.of(
                "a cold bucket forgets " + what, type, right, wrong, ENGINE + "pipeline.RestTest", method);
    }

    static Stream<TestedMutant> tried() {
        return EveryOther.of(mutants());
    }

    @ParameterizedTest
    @MethodSource("tried")
    void test_oneLineChanged_fails(TestedMutant mutant, @TempDir Path scratch) throws IOException {
        Throwable failure = mutant.failure(scratch);

        assertThat(failure).as("%s, by %s", mutant, mutant.test()).isInstanceOf(AssertionError.class);
    }
}
