package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bugs of aggregation, each planted alone: {@code AggregationLawTest} must catch each within its seeds, by a seed that
 * holds without the bug. How many seeds each needed is reported.
 */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class AggregationMutantsTest {

    /** As many as the law has of its own in every build. */
    private static final int SEEDS = 25;

    private static final Map<Integer, Optional<Throwable>> WITHOUT = new ConcurrentHashMap<>();

    static List<SourceChange> bugs() {
        return List.of(
                SourceChange.of(
                        "the mark is not compared",
                        "UsageWriter",
                        "new Condition.Compare(mark, Op.LT, text(UsageMark.text(span.first())))",
                        "new Condition.Exists(mark)"),
                SourceChange.of(
                        "a shard without a mark is not asked whether it has one",
                        "UsageWriter",
                        "new Condition.NotExists(mark),",
                        ""),
                SourceChange.of(
                                "the mark is written after the sum, in a write of its own",
                                "UsageCounting",
                                "attempts.make(() -> store.write(write))",
                                "attempts.make(() -> store.write(part(write, false))"
                                        + ".thenCompose(first -> first instanceof WriteResult.Written"
                                        + " ? store.write(part(write, true)).thenApply(marked -> first)"
                                        + " : CompletableFuture.completedFuture(first)))")
                        .and(
                                "    private static boolean mayComeAgain(",
                                "    private static Write part(Write write, boolean mark) {"
                                        + " var shape = write.shape(); return Write.of("
                                        + "dev.zaelimiter.store.WriteShape.update(mark ? null : shape.condition(),"
                                        + " shape.actions().stream()"
                                        + ".filter(each -> each.attribute().startsWith(\"@\") == mark).toList()),"
                                        + " write.key()); }\n\n    private static boolean mayComeAgain("),
                SourceChange.of(
                        "the mark says the first change of a batch",
                        "UsageWriter",
                        "new UsageMark(span.last(), span.latestMillis())",
                        "new UsageMark(span.first(), span.latestMillis())"),
                SourceChange.of(
                        "one mark serves all shards of the stream",
                        "UsageMark",
                        "return PREFIX + streamShard;",
                        "return PREFIX;"),
                SourceChange.of(
                        "what made a bucket is not counted", "Consumption", "return after.wholeAt(now);", "return 0;"),
                SourceChange.of(
                        "the image before a change is ignored",
                        "Consumption",
                        "return difference(before.wholeAt(then), after.wholeAt(now), layout.limits[i]);",
                        "return after.wholeAt(now);"),
                SourceChange.of(
                        "a batch belongs to the window in which it arrives",
                        "UsageGroup",
                        "long at = each.atMillis();",
                        "long at = contributions.get(contributions.size() - 1).atMillis();"),
                SourceChange.of(
                        "write units are taken for consumption",
                        "CounterLayout",
                        "if (!limit.equals(BucketLayout.WCU)) {",
                        "if (!limit.isEmpty()) {"),
                SourceChange.of(
                        "two shards that are made one are taken for consumption",
                        "Consumption",
                        "if (before != null && isMerge(before, after, layout)) {",
                        "if (before != null && before.layout().size() < 0) {"),
                SourceChange.of(
                        "an hour has the key of the day that begins with it",
                        "UsageItems",
                        "(alone ? \"\" : SEPARATOR + window.text())",
                        "\"\""),
                SourceChange.of(
                        "a write that was refused counts as counted",
                        "UsageCounting",
                        "if (rest.isEmpty()) {",
                        "if (rest.isEmpty() || cuts > 0) {"),
                SourceChange.of(
                        "a refused write is sent again from the change that was counted last",
                        "UsageIncrement",
                        "each.sequence().compareTo(counted) > 0",
                        "each.sequence().compareTo(counted) >= 0"),
                SourceChange.of(
                        "a write that failed is taken for done",
                        "UsageCounting",
                        "flight.tally.failed(\"writing usage\", failure, increment.first());",
                        ""),
                SourceChange.of(
                        "the host goes on behind the last failure instead of the first",
                        "Tally",
                        "retryFrom.min(from)",
                        "retryFrom.max(from)"),
                SourceChange.of(
                        "what goes back is not subtracted",
                        "UsageIncrement",
                        "if (amount != 0) {",
                        "if (amount > 0) {"),
                SourceChange.of(
                        "all namespaces, entities and resources but the first of a batch are left out",
                        "BatchSteps",
                        "for (UsageGroup group : said.groups()) {",
                        "for (UsageGroup group : said.groups().stream().limit(1).toList()) {"));
    }

    static Stream<SourceChange> tried() {
        return EveryOther.of(bugs().stream());
    }

    @ParameterizedTest
    @MethodSource("tried")
    void law_withABugPlanted_isBroken(SourceChange bug, @TempDir Path scratch, TestReporter reporter)
            throws IOException, ReflectiveOperationException {
        IntFunction<@Nullable Throwable> law = law(bug.plant(scratch));
        Throwable caught = null;
        int seed = 0;
        while (caught == null && seed < SEEDS) {
            seed++;
            caught = law.apply(seed);
        }
        reporter.publishEntry("seeds", bug + ": " + seed);
        assertThat(caught).as("what is broken by: %s", bug).isInstanceOf(AssertionError.class);
        assertThat(brokenWithout(seed)).as("seed %s without it", seed).isEmpty();
    }

    /** What the seed breaks without a bug, for all bugs that it shows. */
    private static Optional<Throwable> brokenWithout(int seed) {
        return WITHOUT.computeIfAbsent(seed, same -> {
            try {
                return Optional.ofNullable(law(SourceChange.unchanged()).apply(seed));
            } catch (IOException | ReflectiveOperationException e) {
                throw new IllegalStateException("the law can't be run", e);
            }
        });
    }

    /** What a seed breaks; null if nothing. */
    private static IntFunction<@Nullable Throwable> law(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> law = loader.loadClass("dev.zaelimiter.aggregator.AggregationLawTest");
        Constructor<?> made = law.getDeclaredConstructor();
        made.setAccessible(true);
        Method test = law.getDeclaredMethod("usage_ofRandomTakesDeliveredAnyhow_isWhatWasConsumed", int.class);
        test.setAccessible(true);
        return seed -> {
            try {
                test.invoke(made.newInstance(), seed);
                return null;
            } catch (InvocationTargetException e) {
                return e.getCause();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the law can't be run", e);
            }
        };
    }
}
