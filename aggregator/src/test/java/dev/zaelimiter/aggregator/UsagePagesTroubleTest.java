package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What can't be read of usage, and how that is told. */
class UsagePagesTroubleTest extends UsageOnStores {

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_besideDamagedItems_isTheOthers(Where where) {
        open(where);
        count("a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR, 4);
        Item damaged = Item.builder(
                        UsageItems.key(keys, "a", "gpt-4", UsageWindow.HOURLY, NEW_YEAR.plus(Duration.ofHours(1))))
                .put("GSI2PK", keys.namespace() + "/RESOURCE#gpt-4")
                .put("GSI2SK", "USAGE#2024-01-01T01:00:00Z#a")
                .put("window", "weekly")
                .put("window_start", "yesterday")
                .build();
        store.write(Write.put(WriteShape.put((Condition) null), damaged)).join();
        assertRead(UsageQuery.ofEntity("a").on("gpt-4"));
        assertRead(UsageQuery.ofResource("gpt-4"));
        assertRead(UsageQuery.ofEntity("a"));
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_ofALimitOutOfRange_isRefused(Where where) {
        open(where);
        for (int limit : new int[] {0, -1, 1001, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() -> repository.usage().read(UsageQuery.ofEntity("a"), limit, null))
                    .withMessageContaining("limit")
                    .withMessageContaining("1 to 1000");
        }
    }

    @ParameterizedTest
    @EnumSource(Where.class)
    void read_afterATokenOfAnotherQuery_isRefused(Where where) {
        open(where);
        fill();
        String token = repository
                .usage()
                .read(UsageQuery.ofEntity("a").on("gpt-4"), 1, null)
                .next()
                .orElseThrow();
        for (String wrong : List.of("", "garbage")) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() ->
                            repository.usage().read(UsageQuery.ofEntity("a").on("gpt-4"), 1, wrong));
        }
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> repository.usage().read(UsageQuery.ofResource("gpt-4"), 1, token));
    }
}
