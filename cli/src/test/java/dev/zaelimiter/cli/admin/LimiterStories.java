package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Commands that take, watch, switch and refill. */
interface LimiterStories extends OnStore {

    /** Each command is a process of its own: on a table each let one call through under the old limit, for ever. */
    @Test
    default void limitThatWasLowered_holdsForTheNextCommand() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:100");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=40");
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:1");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=1");
        refused(3, "Rate limit exceeded for key-1/gpt-4: [rpm]", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
    }

    @Test
    default void tokens_takenUntilRefused() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        assertThat(done("acquire", "key-1", "gpt-4", "--take", "rpm=2")).isEqualTo(lines("Taken."));
        refused(3, "Rate limit exceeded for key-1/gpt-4: [rpm]", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        assertThat(done("available", "key-1", "gpt-4"))
                .isEqualTo(
                        lines(
                                "ENTITY ID   NAME   AVAILABLE   CAPACITY   REQUESTED   EXCEEDED   RETRY AFTER MILLISECONDS   ACCESS",
                                "key-1       rpm            0          2           0   no                                0   enabled"));
        CommandRun more = run("available", "key-1", "gpt-4", "-t", "rpm=1", "--output", "json");
        assertThat(more.exitCode()).isEqualTo(3);
        assertThat(more.out()).contains("\"requested\":1,\"exceeded\":true");
    }

    @Test
    default void switches_refuseGrantAndGo() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("resource", "disable", "gpt-4");
        refused(1, "disabled", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("entity", "bypass", "key-1", "--resource", "gpt-4");
        assertThat(done("entity", "get-limits", "key-1", "--resource", "gpt-4")).contains("bypass");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=50");
        assertThat(done("available", "key-1", "gpt-4", "-t", "rpm=50", "--output", "json"))
                .contains("\"exceeded\":false", "\"access\":\"bypass\"");
        assertThat(done("explain", "key-1", "gpt-4")).endsWith(lines("bypass"));
        CommandRun off = run("available", "key-2", "gpt-4", "--output", "json");
        assertThat(off.exitCode()).as("C3: no limit refuses, so not 3").isEqualTo(1);
        assertThat(off.out()).contains("\"exceeded\":true,\"retry_after_milliseconds\":null,\"access\":\"disabled\"");
        done("entity", "clear-disabled", "key-1", "--resource", "gpt-4");
        refused(1, "disabled", "acquire", "key-1", "gpt-4", "-t", "rpm=1");
        done("resource", "clear-disabled", "gpt-4");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=1");
    }

    @Test
    default void tokensByHand_onceUnderAKey() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:10/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=10");
        String[] topUp = {"entity", "top-up", "key-1", "-r", "gpt-4", "-a", "rpm:4", "--idempotency-key", "ticket-1"};
        assertThat(done(topUp)).isEqualTo(lines("key-1 on gpt-4 was given rpm=4."));
        assertThat(done(topUp)).startsWith("This was done before");
        assertThat(done("entity", "buckets", "key-1"))
                .isEqualTo(lines(
                        "ENTITY ID   RESOURCE   NAME   AVAILABLE   CAPACITY   USED PERCENT   CONSUMED   SHARDS",
                        "key-1       gpt-4      rpm            4         10             60         10        1"));
        done("entity", "reset", "key-1", "-r", "gpt-4");
        assertThat(done("resource", "capacity", "gpt-4")).contains("   10   ");
        refused(2, "tpm", "entity", "reset", "key-1", "-r", "gpt-4", "-l", "tpm");
        refused(2, "1 or more", "entity", "top-up", "key-1", "-r", "gpt-4", "-a", "rpm:0");
    }

    @Test
    default void watch_elsewhereThanOnATerminal_printsLines() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        List<String> shown = done("watch", "key-1", "gpt-4", "--count", "2", "--interval", "0.1")
                .lines()
                .toList();
        assertThat(shown).hasSize(2).allSatisfy(line -> assertThat(line).contains("key-1  rpm  0 of 2  taken/s"));
        assertThat(shown.get(0)).contains("taken/s -  refuses one: for ");
        assertThat(shown.get(1)).contains("taken/s 0.00");
        refused(2, "0.1 to 3600", "watch", "key-1", "gpt-4", "--interval", "0");
        refused(2, "1 or more", "watch", "key-1", "gpt-4", "--count", "0");
        refused(2, "no limits hold here", "watch", "key-1", "nothing", "--count", "1");
    }

    @Test
    default void softLimit_neverRefuses() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2/d", "--soft", "rpm");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        done("acquire", "key-1", "gpt-4", "-t", "rpm=2");
        assertThat(done("entity", "buckets", "key-1")).contains(" -2 ");
        refused(2, "--soft 'tpm'", "resource", "set-defaults", "gpt-4", "-l", "rpm:2", "--soft", "tpm");
    }

    /** With --output json a refusal printed nothing that a program can read. */
    @Test
    default void acquire_refused_tellsAProgramWhenToComeBack() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2");
        Map<String, Object> taken = Json.object(done("acquire", "key-1", "gpt-4", "-t", "rpm=2", "--output", "json"));
        assertThat(taken).containsEntry("taken", Map.of("rpm", 2L)).containsEntry("retry_after_milliseconds", 0L);
        CommandRun later = run("acquire", "key-1", "gpt-4", "-t", "rpm=1", "--output", "json");
        assertThat(later.exitCode()).isEqualTo(3);
        assertThat(later.err()).contains("Rate limit exceeded");
        assertThat(Json.object(later.out()))
                .containsOnlyKeys(taken.keySet())
                .containsEntry("taken", Map.of())
                .hasEntrySatisfying(
                        "retry_after_milliseconds",
                        millis -> assertThat((Long) millis).isBetween(1L, 30_000L));
        CommandRun never = run("acquire", "key-1", "gpt-4", "-t", "rpm=3", "--output", "json");
        assertThat(never.exitCode()).isEqualTo(3);
        assertThat(Json.object(never.out())).containsEntry("retry_after_milliseconds", null);
    }

    /** Went on for ever, and nobody saw it. */
    @Test
    default void watch_readerLeaves_ends() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:2");
        Writer left = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        int exitCode = assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> into(left, "watch", "key-1", "gpt-4", "--interval", "0.1").exitCode());
        assertThat(exitCode).isZero();
    }
}
