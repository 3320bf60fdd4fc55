package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What was consumed, as an aggregator of either system leaves it. */
interface UsageStories extends OnStore {

    /** Leaves what an aggregator would leave for an hour. */
    default void leaveHour(String entity, String resource, String start, Object... namesAndTokens) {
        leave(UsageWindow.HOURLY, entity, resource, List.of(start), namesAndTokens);
    }

    /** The same for windows of a length, each with the same tokens. */
    default void leave(
            UsageWindow window, String entity, String resource, List<String> starts, Object... namesAndTokens) {
        try (LimitRepository repository = open()) {
            EngineRepository engine = (EngineRepository) repository;
            Keys keys = engine.engine().keys();
            for (String start : starts) {
                Key key = UsageItems.key(keys, entity, resource, window, Instant.parse(start));
                Item.Builder item = Item.builder(key)
                        .put("entity_id", entity)
                        .put("resource", resource)
                        .put("window", window.text())
                        .put("window_start", start)
                        .put("total_events", 3)
                        .put("GSI2PK", keys.namespace() + "/RESOURCE#" + resource)
                        .put("GSI2SK", "USAGE#" + start + "#" + entity)
                        .put("GSI4PK", keys.namespace())
                        .put("GSI4SK", key.pk());
                for (int i = 0; i < namesAndTokens.length; i += 2) {
                    item.put((String) namesAndTokens[i], ((Number) namesAndTokens[i + 1]).longValue());
                }
                engine.store()
                        .write(Write.put(WriteShape.put(null), item.build()))
                        .join();
            }
        }
    }

    @Test
    default void usage_list_showsWindowsNewestFirst_andDrawsThem() {
        leaveHour("key-1", "gpt-4", "2026-03-01T10:00:00Z", "rpm", 40, "tpm", 9000);
        leaveHour("key-1", "gpt-4", "2026-03-01T12:00:00Z", "rpm", 80, "rpm#m", 500);
        leaveHour("key-2", "gpt-4", "2026-03-01T12:00:00Z", "rpm", 7);

        assertThat(done("usage", "list", "-e", "key-1", "-r", "gpt-4"))
                .isEqualTo(
                        lines(
                                "WINDOW START           WINDOW   ENTITY ID   RESOURCE   NAME   CONSUMED   BYPASSED   OVERDRAWN",
                                "2026-03-01T12:00:00Z   hourly   key-1       gpt-4      rpm        80.5          0           0",
                                "2026-03-01T10:00:00Z   hourly   key-1       gpt-4      rpm          40          0           0",
                                "2026-03-01T10:00:00Z   hourly   key-1       gpt-4      tpm        9000          0           0"));
        assertThat(done("usage", "list", "-r", "gpt-4", "--since", "2026-03-01T11:00:00Z", "--plot")
                        .lines()
                        .skip(3))
                .containsExactly("", "rpm, tokens by hour (UTC)", "2026-03-01 12:00  87.5  " + "\u2588".repeat(56));
        assertThat(done("usage", "list", "-e", "key-1", "--plot"))
                .contains("2026-03-01 11:00     0" + System.lineSeparator());
        assertThat(Json.objects(done("usage", "list", "-r", "gpt-4", "--output", "json")))
                .hasSize(4);
        assertThat(done("usage", "list", "-e", "key-2", "--output", "csv"))
                .isEqualTo(lines(
                        "window_start,window,entity_id,resource,name,consumed,bypassed,overdrawn",
                        "2026-03-01T12:00:00Z,hourly,key-2,gpt-4,rpm,7,0,0"));
    }

    @Test
    default void usage_list_isPaged() {
        for (int hour = 10; hour < 15; hour++) {
            leaveHour("key-1", "gpt-4", "2026-03-01T" + hour + ":00:00Z", "rpm", hour);
        }
        CommandRun first = run("usage", "list", "-e", "key-1", "-r", "gpt-4", "--limit", "2", "--output", "csv");
        assertThat(first.lines()).hasSize(3);
        String token = first.err().strip().replaceFirst(".*--after ", "");
        CommandRun rest = run("usage", "list", "-e", "key-1", "-r", "gpt-4", "--after", token, "--output", "csv");
        assertThat(rest.lines()).hasSize(4).last().asString().contains("T10:00:00Z");
    }

    /** Of a day behind more hours than one answer reads, it was said that nothing is stored. */
    @Test
    default void usage_list_ofFewWindowsAmongMany_findsThem() {
        List<String> hours = IntStream.range(1, 24)
                .mapToObj(hour -> "2026-03-02T%02d:00:00Z".formatted(hour))
                .toList();
        leave(UsageWindow.HOURLY, "key-1", "gpt-4", hours, "rpm", 1);
        leave(UsageWindow.DAILY, "key-1", "gpt-4", List.of("2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"), "rpm", 23);

        CommandRun first = run("usage", "list", "-e", "key-1", "-r", "gpt-4", "--window", "daily", "--limit", "1");
        assertThat(first.out()).contains("2026-03-02T00:00:00Z   daily").doesNotContain("No such usage");
        String token = first.err().strip().replaceFirst(".*--after ", "");
        CommandRun rest = run(
                "usage", "list", "-e", "key-1", "-r", "gpt-4", "--window", "daily", "--limit", "1", "--after", token);
        assertThat(rest.out()).contains("2026-03-01T00:00:00Z   daily");
    }

    @Test
    default void usage_summary_sumsUp() {
        leaveHour("key-1", "gpt-4", "2026-03-01T10:00:00Z", "rpm", 40);
        leaveHour("key-1", "gpt-4", "2026-03-01T12:00:00Z", "rpm", 81, "rpm#bp", 11, "rpm#od", 2);
        assertThat(done("usage", "summary", "-e", "key-1"))
                .isEqualTo(lines(
                        "NAME   CONSUMED   AVERAGE   PEAK   PEAK START             WINDOWS   BYPASSED   OVERDRAWN",
                        "rpm         121      60.5     81   2026-03-01T12:00:00Z         2         11           2"));
        assertThat(done("usage", "summary", "-e", "key-1", "--plot")).contains("2026-03-01 10:00  40  \u2588");
    }

    /** Sums of many tokens were rounded to 53 bits, and averages above ten million had an exponent. */
    @Test
    default void usage_ofManyTokens_isExactInEachForm() {
        leaveHour("key-1", "gpt-4", "2026-03-01T10:00:00Z", "tpm", 9_007_199_254_740_993L, "tpm#m", 1);
        assertThat(done("usage", "list", "-e", "key-1")).contains(" 9007199254740993.001 ");
        assertThat(done("usage", "list", "-e", "key-1", "--output", "csv")).contains(",9007199254740993.001,0,0");
        assertThat(done("usage", "list", "-e", "key-1", "--output", "json"))
                .contains("\"consumed\":9007199254740993.001,");
        leaveHour("key-1", "gpt-4", "2026-03-01T10:00:00Z", "tpm", 24_000_000L, "tpm#m", 0);
        leaveHour("key-1", "gpt-4", "2026-03-01T11:00:00Z", "tpm", 24_000_001L);
        assertThat(done("usage", "summary", "-e", "key-1", "--output", "csv"))
                .contains("tpm,48000001,24000000.5,24000001,");
    }

    @Test
    default void usage_none_saysWhy_andProgramsGetNothing() {
        assertThat(done("usage", "list", "-e", "nobody")).contains("An aggregator writes it");
        assertThat(done("usage", "summary", "-r", "gpt-4", "--plot")).contains("An aggregator writes it");
        assertThat(done("usage", "list", "-e", "nobody", "--output", "json")).isEqualTo(lines("[]"));
    }

    @Test
    default void usage_wrongOptions_areNamed() {
        refused(2, "--entity-id, --resource", "usage", "list");
        refused(2, "--window 'weekly'", "usage", "summary", "-e", "a", "--window", "weekly");
        refused(2, "--limit 0", "usage", "list", "-e", "a", "--limit", "0");
        refused(2, "--since 'soon'", "usage", "list", "-e", "a", "--since", "soon");
        refused(2, "--until", "usage", "list", "-e", "a", "--since", "1h", "--until", "2h");
        refused(2, "entity '_a'", "usage", "list", "-e", "_a");
        refused(2, "--plot", "usage", "list", "-e", "a", "--plot", "--output", "json");
        for (String nobodys : List.of("x", "AAAA")) {
            assertThat(run("usage", "list", "-e", "a", "--after", nobodys).exitCode())
                    .isEqualTo(2);
        }
    }
}
