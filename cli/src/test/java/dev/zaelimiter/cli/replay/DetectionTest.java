package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which column is taken for what: by what stands in them, and told; never one of two without a word. */
class DetectionTest {

    @TempDir
    private Path directory;

    /** B1: a duration or a constant was taken for the time. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request_time,time_iso8601 ; 0.005,2024-03-05T10:00:00Z ; 0.1,2024-03-05T10:00:01Z | time_iso8601",
                "time,timestamp_utc ; 0.3,2024-03-05T10:00:00Z ; 0.1,2024-03-05T10:00:01Z | timestamp_utc",
                "created,when ; 1600000000,2024-03-05 10:00:00 ; 1600000000,2024-03-05 10:00:01 | created",
                "created,ts ; 1600000000,1709632800 ; 1600000000,1709632801 | ts",
                "timestamp,time ; 2024-03-05,2024-03-05T10:00:00Z ; 2024-03-05,2024-03-05T10:00:01Z | time",
                "ts,time ; 1,2024-03-05T10:00:00Z ; 2,2024-03-05T10:00:01Z | time",
                "when,size ; 2024-03-05T10:00:00Z,1 ; 2024-03-05T10:00:01Z,2 | when",
                "end_time,start_time ; 1709632809,1709632800 ; 1709632808,1709632801 | start_time",
                "created_at,ts ; 2020-01-01T00:00:00Z,1709632800000000000 ; 2020-01-01T00:00:00Z,1709632800500000000 | ts"
            })
    void explain_severalTimes_takesTheOneThatReadsAsTimes(String rows, String column) {
        assertThat(role(csv(rows), "time")).isEqualTo(column);
    }

    @Test
    void explain_timesInsideOtherObjects_areNeverTaken() {
        String file = write("""
                {"route":{"created_at":1600000000},"service":{"created_at":1500000000},"size":1}
                {"route":{"created_at":1600000001},"service":{"created_at":1500000001},"size":1}
                """);

        assertRefusal(explain(file), "no column looks like a time: say which one with --time-column");
    }

    @Test
    void explain_dateAndTimeApart_areJoined() {
        String file = csv("date,time,user ; 2024-03-05,10:00:00,a ; 2024-03-05,10:00:01.5,a");

        Map<String, Object> json = Json.object(
                CommandRun.of("replay", file, "--limit", "r=9/s", "--json").out());

        assertThat(json)
                .containsEntry("first_time", "2024-03-05T10:00:00Z")
                .containsEntry("last_time", "2024-03-05T10:00:01.500Z")
                .extractingByKey("assumptions", LIST)
                .first()
                .isEqualTo("Times from date and time (no zone, so UTC); entities from user, one resource.");
        assertRefusal(
                CommandRun.of("replay", csv("time,user ; 10:00:00,a ; 10:00:01,a"), "--limit", "r=9/s"),
                "'time' has times of day and no date");
    }

    /** B3: milliseconds from 0 were read as seconds, and nothing said so. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timestamp ; 0 ; 3 ; 5 ; 9 | seconds from 0",
                "arrived_at ; 0.0 ; 0.25 ; 1.5 | seconds from 0",
                "offset_ms,time_ms ; 1,0 ; 2,3000 ; 3,6000 | millis from 0",
                "timestamp,input_length,output_length ; 0,1,1 ; 3000,1,1 ; 5999,1,1 | millis from 0",
                "timestamp ; 0 ; 1709632800000 ; 1709632801000 | millis since 1970",
                "timestamp ; 1709632800 ; 1709632801 ; 1709632802 | seconds since 1970",
                "timestamp ; 1709632800.5 ; 1709632801.25 | seconds since 1970",
                "timestamp ; 1709632800000000 ; 1709632800000100 | micros since 1970",
                "timestamp ; 1709632800000000000 ; 1709632800000000100 | nanos since 1970"
            })
    void explain_numbers_saysWhatTheyCount(String rows, String text) {
        assertThat(explain(csv(rows)).out().replaceAll("\\s+", " ")).contains("(numbers that count " + text);
    }

    @Test
    void replay_zeroAmongInstants_isNoTime() {
        CommandRun run = CommandRun.of(
                "replay", csv("timestamp ; 0 ; 1709632800000 ; 1709632801000"), "--limit", "r=9/s", "--json");

        assertThat(Json.object(run.out())).containsEntry("skipped", 1L).containsEntry("span_ms", 1_000L);
    }

    @Test
    void replay_numbersThatMayBeSecondsOrMillis_areRefusedWithBothCommands() {
        String file = csv("timestamp,user ; 0,a ; 3000,a ; 5999,b ; 9000,a");

        CommandRun run = CommandRun.of("replay", file, "--limit", "r=9/s");

        assertRefusal(
                run,
                "'timestamp' has numbers that are no dates",
                "zae-limiter replay " + file + " --limit r=9/s --time-unit seconds",
                "zae-limiter replay " + file + " --limit r=9/s --time-unit millis");
        assertThat(CommandRun.of("replay", file, "--limit", "r=9/s", "--time-unit", "millis")
                        .exitCode())
                .isZero();
        assertThat(CommandRun.of("replay", file, "--limit", "r=9/s", "--time-unit", "seconds")
                        .exitCode())
                .isZero();
    }

    /** With Mooncake's names but not its mark, small steps may be those of a busy server, or of a quiet one. */
    @Test
    void replay_smallStepsUnderNamesOfMillis_areRefusedWithBothCommands() {
        assertRefusal(
                explain(csv("timestamp,input_length,output_length ; 27482,6,5 ; 27499,6,5 ; 27530,6,5")),
                "--explain-columns --time-unit seconds",
                "--explain-columns --time-unit millis");
    }

    @Test
    void replay_durationNamedAsTime_isRefusedWithBothCommands() {
        String file = csv("request_time,ts ; 0.2,1709632800 ; 0.1,1709632801");

        assertRefusal(
                CommandRun.of("replay", file, "--limit", "r=9/s", "--time-column", "request_time"),
                "'request_time' reads as the year 1970, while 'ts' reads as dates",
                "--time-column ts",
                "--time-column request_time --time-unit seconds");
        assertThat(CommandRun.of(
                                "replay", file, "--limit", "r=9/s", "--time-column", "request_time", "--time-unit", "s")
                        .exitCode())
                .isZero();
    }

    @Test
    void replay_timesThatNothingTellsApart_areRefusedWithAllCommands() {
        String file = csv("queue_time,run_time ; 1709632800,1709632800 ; 1709632801,1709632805");

        assertRefusal(
                CommandRun.of("replay", file, "--limit", "r=9/s"),
                "several columns may be the time",
                " --time-column queue_time",
                " --time-column run_time");
    }

    /** B6: nested columns were not ranked, and a column that is empty everywhere made the file unreadable. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user_id,remote_addr,ts ; ,203.0.113.7,1 ; ,203.0.113.8,2 | remote_addr",
                "user_id,remote_addr,ts ; -,203.0.113.7,1 ; ,203.0.113.8,2 | remote_addr",
                "user_id,remote_addr,ts ; u1,203.0.113.7,1 ; ,203.0.113.8,2 | remote_addr",
                "user_id,ts ; u1,1 ; ,2 ; u2,3 | user_id",
                "project_id,client_ip,ts ; p,203.0.113.7,1 ; p,203.0.113.8,2 | client_ip",
                "project_id,ts ; p,1 ; p,2 | project_id",
                "project_id,client_ip,ts ; p,203.0.113.7,1 ; q,203.0.113.7,2 | project_id",
                "api_key,user,ts ; k1,u1,1 ; k1,u2,2 | api_key"
            })
    void explain_severalOwners_takesTheOneThatIsThere(String rows, String column) {
        assertThat(role(csv(rows), "entity")).isEqualTo(column);
    }

    @Test
    void explain_nestedCandidates_areRankedByTheirPaths() {
        String file = write("""
                {"ts":1,"upstream":{"ip":"10.0.0.1"},"request":{"ip":"203.0.113.7"},"a":{"request":{"model":"m"},"response":{"model":"m-1"}}}
                {"ts":2,"upstream":{"ip":"10.0.0.2"},"request":{"ip":"203.0.113.8"},"a":{"request":{"model":"m"},"response":{"model":"m-2"}}}
                """);

        assertThat(role(file, "entity")).isEqualTo("request.ip");
        assertThat(role(file, "resource")).isEqualTo("a.request.model");
        assertThat(explain(file).out())
                .contains("Not taken for the entity: upstream.ip")
                .contains("Not taken for the resource: a.response.model");
    }

    @Test
    void explain_nestedThatNothingTellsApart_areRefused() {
        String file = write("""
                {"ts":1,"a":{"ip":"203.0.113.1"},"b":{"ip":"203.0.113.7"}}
                {"ts":2,"a":{"ip":"203.0.113.2"},"b":{"ip":"203.0.113.8"}}
                """);

        assertRefusal(
                explain(file), "several columns may be the entity", "--entity-column a.ip", "--entity-column b.ip");
    }

    /** B5: behind a proxy, the proxy was the client. */
    @Test
    void explain_addressesOfProxies_giveWayToWhoIsBehindThem() {
        assertThat(role(
                        csv("ts,client_ip,x_forwarded_for ; 1,10.0.0.1,203.0.113.7 ; 2,10.0.0.1,203.0.113.8"),
                        "entity"))
                .isEqualTo("x_forwarded_for");
        assertThat(role(csv("ts,client_ip,x_forwarded_for ; 1,203.0.113.7,- ; 2,203.0.113.8,-"), "entity"))
                .isEqualTo("client_ip");
        assertThat(role(
                        csv("ts,client_ip,x_forwarded_for ; 1,10.0.0.1,- ; 2,10.0.0.2,- ; 3,10.0.0.2,203.0.113.7"),
                        "entity"))
                .isEqualTo("client_ip");
        assertRefusal(
                explain(csv("ts,client_ip,x_forwarded_for ; 1,198.51.100.1,203.0.113.7 ; 2,198.51.100.1,203.0.113.8")),
                "the client may be 'client_ip' or 'x_forwarded_for'",
                "--entity-column x_forwarded_for",
                "--entity-column client_ip");
    }

    /** B4: files out of order gave numbers without meaning; forwards and backwards they come to the same. */
    @Test
    void replay_newestFirst_comesToTheSameAsOldestFirst() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add((1_709_632_800 + i / 3) + ",u" + i % 7 + "," + i % 50 + "," + i % 90);
        }
        Map<String, Object> forwards = tokens(rows);
        Collections.reverse(rows);
        Map<String, Object> backwards = tokens(rows);

        assertThat(forwards).containsEntry("out_of_order", 0L);
        assertThat(backwards).containsEntry("out_of_order", 999L);
        for (String key : List.of("admitted", "refused", "first_time", "last_time")) {
            assertThat(backwards).containsEntry(key, forwards.get(key));
        }
    }

    @Test
    void replay_shuffled_comesToTheSameAsInOrder() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add((1_709_632_800_000L + 300L * i) + ",u" + i % 7 + "," + i % 50 + "," + i % 90);
        }
        Map<String, Object> inOrder = tokens(rows);
        Collections.shuffle(rows, new Random(7));
        Map<String, Object> shuffled = tokens(rows);

        for (String key : List.of("admitted", "refused", "refused_by", "first_time", "last_time")) {
            assertThat(shuffled).containsEntry(key, inOrder.get(key));
        }
    }

    @Test
    void explain_json_isTheSameWithoutReplaying() {
        CommandRun run =
                CommandRun.of("replay", csv("ts,user ; 1709632800,a ; 1709632799,b"), "--explain-columns", "--json");

        assertThat(run.exitCode()).isZero();
        Map<String, Object> json = Json.object(run.out());
        assertThat(json).containsEntry("format", "csv").containsEntry("time_unit", "seconds");
        assertThat(json)
                .extractingByKey("columns", MAP)
                .containsEntry("in_order_so_far", false)
                .containsEntry("rows_looked_at", 2L)
                .doesNotContainKey("admitted");
    }

    private Map<String, Object> tokens(List<String> rows) {
        String file = ReplayFiles.write(
                directory, "ts,user,prompt_tokens,completion_tokens\n" + String.join("\n", rows) + "\n");
        return Json.object(CommandRun.of("replay", file, "--limit", "rpm=20/min", "--limit", "tpm=900/min", "--json")
                .out());
    }

    private String role(String file, String role) {
        CommandRun run = CommandRun.of("replay", file, "--limit", "r=1/s", "--explain-columns", "--json");
        assertThat(run.err()).isEmpty();
        Object columns = Json.object(run.out()).get("columns");
        return String.valueOf(((Map<?, ?>) ((Map<?, ?>) columns).get(role)).get("column"));
    }

    private static CommandRun explain(String file) {
        return CommandRun.of("replay", file, "--explain-columns");
    }

    private String csv(String rows) {
        return write(rows.replaceAll(" *; *", "\n") + "\n");
    }

    private String write(String text) {
        return ReplayFiles.write(directory, text);
    }
}
