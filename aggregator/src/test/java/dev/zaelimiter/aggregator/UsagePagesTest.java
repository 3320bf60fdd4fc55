package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Usage is read in pages of any size, over any range, from stores in memory and in a file, and where an index knows no
 * more than keys.
 */
class UsagePagesTest extends UsageOnStores {

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_withoutARange_isAllOfThatLength(Where where) {
        open(where);
        fill();
        for (UsageQuery owner : owners()) {
            for (UsageWindow window : UsageWindow.values()) {
                assertRead(owner.window(window));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofAnyRange_includesItsBeginAndNotItsEnd(Where where) {
        open(where);
        fill();
        SplittableRandom random = new SplittableRandom(where.name().length());
        List<Instant> ends = new ArrayList<>(List.of(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.parse("+10000-01-01T00:00:00Z"),
                Instant.parse("2024-02-29T00:00:00.500Z")));
        for (UsageRecord each : truth) {
            ends.add(each.start());
            ends.add(each.start().minusMillis(1));
            ends.add(each.start().plusNanos(1));
            ends.add(each.end());
        }
        for (int i = 0; i < 60; i++) {
            UsageQuery query = owners().get(random.nextInt(owners().size()))
                    .window(List.of(UsageWindow.values()).get(random.nextInt(3)));
            Instant from = ends.get(random.nextInt(ends.size()));
            Instant until = ends.get(random.nextInt(ends.size()));
            assertRead(
                    switch (random.nextInt(4)) {
                        case 0 -> query.from(from);
                        case 1 -> query.until(until);
                        default -> query.from(from).until(until);
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofOneWindow_isFromItsBeginUntilItsEnd(Where where) {
        open(where);
        fill();
        for (UsageRecord each : List.copyOf(truth)) {
            UsageQuery query =
                    UsageQuery.ofEntity(each.entity()).on(each.resource()).window(each.window());
            assertThat(walk(query.from(each.start()).until(each.end()), 1)).containsExactly(each);
            assertThat(walk(query.from(each.start()).until(each.start()), 1)).isEmpty();
            assertThat(walk(query.from(each.end()).until(each.start()), 1)).isEmpty();
        }
    }

    /** Between a few months lie a thousand hours: a page may be empty, but the walk ends and misses none. */
    @ParameterizedTest
    @EnumSource(Where.class)
    void read_fewAmongMany_findsThemInBoundedPages(Where where) {
        open(where);
        for (int hour = 0; hour < 1500; hour++) {
            count("a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR.plus(Duration.ofHours(hour)), 1);
        }
        for (String month : List.of("2024-01-01", "2024-02-01", "2024-03-01")) {
            count("a", "gpt-4", UsageWindow.MONTHLY, Instant.parse(month + "T00:00:00Z"), 700);
        }
        UsageQuery monthly = UsageQuery.ofEntity("a").on("gpt-4").window(UsageWindow.MONTHLY);
        assertThat(walk(monthly, 1)).containsExactlyElementsOf(reversed(expected(monthly)));
        assertThat(walk(monthly, 1000)).hasSize(3);
        UsageQuery hourly = UsageQuery.ofResource("gpt-4").from(NEW_YEAR.plus(Duration.ofHours(400)));
        assertThat(walk(hourly, 1000)).hasSize(1100);
        assertThat(repository.usage().summary(hourly).windows()).isEqualTo(1100);
    }

    private static List<UsageRecord> reversed(List<UsageRecord> records) {
        List<UsageRecord> reversed = new ArrayList<>(records);
        java.util.Collections.reverse(reversed);
        return reversed;
    }

    private static List<UsageQuery> owners() {
        return List.of(
                UsageQuery.ofEntity("a"),
                UsageQuery.ofEntity("a").on("gpt-4"),
                UsageQuery.ofEntity("a").on("gpt"),
                UsageQuery.ofEntity("a:b@c").on("gpt-4"),
                UsageQuery.ofEntity("nobody"),
                UsageQuery.ofEntity("a").on("nothing"),
                UsageQuery.ofResource("gpt-4"),
                UsageQuery.ofResource("gpt-4/x"),
                UsageQuery.ofResource("nothing"));
    }
}
