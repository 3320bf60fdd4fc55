package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON lines and access logs, good and bad, through the command. */
class FormatsTest {

    private static final String LINE = " - - [10/Oct/2023:13:55:36 +0000] \"GET / HTTP/1.1\" 200 40\n";

    @TempDir
    private Path directory;

    @Test
    void replay_jsonLines_areReadLikeColumns() {
        assertThat(json("""
                        {"timestamp": "2024-01-01T00:00:00Z", "user_id": "a", "size": 3}
                        {"size": 4, "user_id": "a", "timestamp": "2024-01-01T00:00:00Z"}

                        {"timestamp": 1704067200, "user_id": 17, "size": 3.0}
                        """, "--limit", "out=6/s", "--take", "out=size"))
                .contains(entry("rows", 3L), entry("admitted", 2L), entry("refused", 1L), entry("skipped", 0L));
    }

    @Test
    void replay_nestedJson_isNamedWithDots() {
        Map<String, Object> json = json("""
                {"ts": 0, "request": {"remote_ip": "::1"}, "usage": {"prompt_tokens": 9, "completion_tokens": 5}, "l": [1]}
                {"ts": 9, "request": {"remote_ip": "::2"}, "usage": {"prompt_tokens": 9, "completion_tokens": 5}}
                """, "--limit", "tpm=10/d");

        assertThat(json).contains(entry("admitted", 1L), entry("refused", 1L));
        assertThat(json)
                .extractingByKey("assumptions", LIST)
                .first()
                .isEqualTo("Read as JSON lines. Times from ts (numbers that count seconds from 0, shown as 1970);"
                        + " entities from request.remote_ip (IPv6 by /64), one resource.");
    }

    /** What OpenTelemetry's collector writes has many spans in a line, and attributes in lists. */
    @Test
    void replay_otlpLines_areAsManyRowsAsSpans() {
        String span = """
                {"traceId":"7f","spanId":"%d","name":"chat","startTimeUnixNano":"%d","endTimeUnixNano":"1740823209000000000",\
                "attributes":[{"key":"gen_ai.request.model","value":{"stringValue":"gpt-4o"}},{"key":"gen_ai.tags","value":\
                {"arrayValue":{"values":[{"stringValue":"a"}]}}},{"key":"gen_ai.usage.input_tokens","value":{"intValue":"%d"}},\
                {"key":"gen_ai.usage.output_tokens","value":{"intValue":%d}}],"events":[{"attributes":[{"key":"x"}]}]}""";
        String line =
                "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"s\"}}]},"
                        + "\"scopeSpans\":[{\"scope\":{\"name\":\"a\"},\"spans\":[%s]},{\"scope\":{\"name\":\"b\"},\"spans\":[%s]}]}]}%n";
        String first = String.format(span, 1, 1_740_823_200_000_000_000L, 900, 1);
        String second = String.format(span, 2, 1_740_823_200_500_000_000L, 300, 1);
        String third = String.format(span, 3, 1_740_823_230_000_000_000L, 500, 1);

        Map<String, Object> json = json(
                String.format(line, first + "," + second, third) + String.format(line, third, ""),
                "--limit",
                "tpm=1/1000000000s:5000");

        assertThat(json).contains(entry("rows", 4L), entry("admitted", 4L), entry("skipped", 0L));
        assertThat(json).extractingByKey("limits", LIST).first().hasFieldOrPropertyWithValue("peak_use", 2_202L);
        assertThat(json.get("columns").toString()).contains("column=attributes.gen_ai.request.model");
    }

    @Test
    void replay_jsonColumnThatComesLate_isFound() {
        assertThat(json("{\"ts\": 0}\n{\"ts\": 1, \"who\": \"a\"}\n", "--limit", "r=1/s", "--entity-column", "who"))
                .contains(entry("admitted", 1L), entry("skipped", 1L))
                .extractingByKey("skipped_rows", LIST)
                .first()
                .isEqualTo(Map.of("line", 1L, "reason", "entity null is not allowed. Allowed: a name"));
    }

    @Test
    void replay_brokenJson_isSkippedByItsLine() {
        assertThat(json(
                        "{\"ts\": 0}\n{\"ts\": 1\n\nnot json\n{\"ts\": 2}\n{\"ts\": 3}{}\n{\"ts\": 4}\n",
                        "--limit",
                        "r=1/s"))
                .contains(entry("admitted", 3L), entry("skipped", 3L))
                .extractingByKey("skipped_rows", LIST)
                .extracting("line")
                .containsExactly(2L, 4L, 6L);
    }

    @Test
    void replay_limitWhoseColumnIsMissingOrNoNumber_isSkippedByItsLine() {
        assertThat(json("""
                        {"ts": 0, "size": 1}
                        {"ts": 0}
                        {"ts": 0, "size": null}
                        {"ts": 0, "size": "many"}
                        {"ts": 0, "size": -1}
                        {"ts": 0, "size": "2"}
                        {"ts": 0, "size": 1}
                        {"ts": 0, "size": 1}
                        """, "--limit", "out=9/s", "--take", "out=size"))
                .contains(entry("admitted", 4L), entry("skipped", 4L))
                .extractingByKey("skipped_rows", LIST)
                .extracting("reason")
                .containsExactly(
                        "size null is not allowed. Allowed: whole tokens, 0 to 10^15",
                        "size null is not allowed. Allowed: whole tokens, 0 to 10^15",
                        "size 'many' is not allowed. Allowed: whole tokens, 0 to 10^15",
                        "size '-1' is not allowed. Allowed: whole tokens, 0 to 10^15");
        assertRefused(
                "{\"ts\": 0}\n",
                "--take out=size: there is no column 'size'; the only column is 'ts'",
                "--limit",
                "out=9/s",
                "--take",
                "out=size");
    }

    @Test
    void replay_jsonList_isRefusedWithAdvice() {
        assertRefused(
                "[\n{\"ts\": 0}]\n",
                "is one JSON list; one object a line is needed, as jq -c '.[]' writes them",
                "--limit",
                "r=1/s");
        assertRefused("[{\"ts\": 0}]\n", "is one JSON list", "--limit", "r=1/s");
    }

    @Test
    void replay_accessLog_takesClientsAsEntities() {
        Map<String, Object> json = json(
                "192.0.2.1" + LINE + "192.0.2.1" + LINE + "192.0.2.2" + LINE + "2001:db8::1" + LINE + "2001:db8::2"
                        + LINE + "2001:db8:0:1::1" + LINE,
                "--limit",
                "rps=1/s");

        assertThat(json).contains(entry("admitted", 4L), entry("refused", 2L));
        assertThat(json)
                .extractingByKey("top_entities", LIST)
                .extracting("entity")
                .containsExactly("192.0.2.1", "2001:db8:0:0::", "192.0.2.2", "2001:db8:0:1::");
    }

    @Test
    void replay_prefixOfIpv6_isAsTold() {
        String log = "2001:db8::1" + LINE + "2001:db8::2" + LINE + "2001:db8:0:1::1" + LINE;

        assertThat(json(log, "--limit", "rps=1/s", "--ipv6-prefix", "48")).containsEntry("admitted", 1L);
        assertThat(json(log, "--limit", "rps=1/s", "--ipv6-prefix", "128")).containsEntry("admitted", 3L);
        assertRefused(
                log, "--ipv6-prefix 129 is not allowed. Allowed: 1 to 128", "--limit", "r=1/s", "--ipv6-prefix", "129");
    }

    @Test
    void replay_timeZoneOfTheLog_isHonoured() {
        String log = """
                192.0.2.1 - - [31/Dec/2023:23:59:59 -0130] "GET / HTTP/1.1" 200 1
                192.0.2.1 - - [01/Jan/2024:06:29:59 +0500] "GET / HTTP/1.1" 200 1
                192.0.2.1 - - [01/Jan/2024:01:30:00 +0000] "GET / HTTP/1.1" 200 1
                """;

        assertThat(json(log, "--limit", "rps=1/s"))
                .contains(
                        entry("first_time", "2024-01-01T01:29:59Z"),
                        entry("last_time", "2024-01-01T01:30:00Z"),
                        entry("admitted", 2L),
                        entry("refused", 1L),
                        entry("out_of_order", 0L));
    }

    @Test
    void replay_commonAndCombinedMixed_areBothRead() {
        String combined = LINE.replace("\n", " \"-\" \"curl \\\"8\\\"\"\n");

        assertThat(json("a" + LINE + "a" + combined + "a" + LINE, "--limit", "rps=9/s", "--format", "log"))
                .contains(entry("admitted", 3L), entry("skipped", 0L));
    }

    @Test
    void replay_otherFormatsInBetween_areSkippedByTheirLines() {
        assertThat(json("a" + LINE + "{\"ts\": 1}\na" + LINE + "time,user\na" + LINE, "--limit", "rps=9/s"))
                .contains(entry("admitted", 3L), entry("skipped", 2L))
                .extractingByKey("skipped_rows", LIST)
                .extracting("line", "reason")
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                2L,
                                "the line '{\"ts\": 1}' is not allowed. Allowed: the common or combined log format"),
                        org.assertj.core.groups.Tuple.tuple(
                                4L, "the line 'time,user' is not allowed. Allowed: the common or combined log format"));
        assertThat(json("time,user\n1,a\n{\"ts\": 1}\n2,a\n", "--limit", "rps=9/s"))
                .contains(entry("admitted", 2L), entry("skipped", 1L));
    }

    @Test
    void replay_mostlyAnotherFormat_saysWhatItWasTakenFor() {
        assertRefused("a" + LINE + "x\ny\n", "2 of 3 rows can't be read as access log", "--limit", "rps=9/s");
    }

    @Test
    void replay_shuffledSeconds_areCountedAndSorted() {
        String[] lines = Stream.of(36, 38, 37, 39, 35)
                .map(second -> "a" + LINE.replace(":36 ", ":" + second + " "))
                .toArray(String[]::new);

        assertThat(json(String.join("", lines), "--limit", "rps=1/s"))
                .contains(entry("out_of_order", 2L), entry("admitted", 5L), entry("refused", 0L))
                .extractingByKey("out_of_order_rows", LIST)
                .extracting("line")
                .containsExactly(3L, 5L);
    }

    @Test
    void replay_bytesThatAreNotUtf8_areCountedAndOtherwiseLeftAlone() {
        String text = "a" + LINE + "a" + LINE.replace("GET /", "GET /\u00e9") + "a" + LINE;
        byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);

        CommandRun run = CommandRun.of("replay", ReplayFiles.write(directory, latin), "--limit", "rps=9/s", "--json");
        assertThat(Json.object(run.out()))
                .contains(entry("admitted", 3L), entry("skipped", 0L), entry("not_utf8", 1L))
                .containsEntry("not_utf8_rows", List.of(Map.of("line", 2L, "reason", "'/\\xe9'")));
        assertThat(CommandRun.of("replay", ReplayFiles.write(directory, latin), "--limit", "rps=9/s")
                        .out())
                .contains("1 row with bytes that are not UTF-8, shown as \\xhh:", "line 2: '/\\xe9'");
    }

    @Test
    void replay_namesThatAreNotUtf8_areNamesInEachFormat() {
        for (String text : List.of(
                "time,user\n1,a\n2,b\u00e9\n3,c\n",
                "{\"time\":1,\"user\":\"a\"}\n{\"time\":1,\"user\":\"b\u00e9\"}\n")) {
            CommandRun run = CommandRun.of(
                    "replay",
                    ReplayFiles.write(directory, text.getBytes(StandardCharsets.ISO_8859_1)),
                    "--limit",
                    "rps=9/s",
                    "--json");

            assertThat(run.out()).contains("\"entity\":\"b\\\\xe9\"").contains("\"not_utf8\":1", "\"skipped\":0");
        }
    }

    @Test
    void replay_gzipCutShort_saysInWhichLine() {
        byte[] packed = ReplayFiles.gzip(("a" + LINE).repeat(5_000).getBytes(StandardCharsets.UTF_8));

        CommandRun run = CommandRun.of(
                "replay", ReplayFiles.write(directory, Arrays.copyOf(packed, packed.length / 2)), "--limit", "r=1/s");

        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("the gzip data ends too early: the file is cut short")
                .containsPattern("in line \\d+");
    }

    @Test
    void replay_noRows_isSaid() {
        assertRefused("\n\n", "is empty; one JSON object a line is needed", "--limit", "r=1/s", "--format", "jsonl");
        assertRefused("\n", "there are no rows", "--limit", "r=1/s", "--format", "log");
    }

    @Test
    void replay_unknownFormat_listsThem() {
        assertRefused("x", "'xml' is not allowed. Allowed: csv, jsonl", "--limit", "r=1/s", "--format", "xml");
    }

    private Map<String, Object> json(String text, String... options) {
        CommandRun run =
                run(text, Stream.concat(Stream.of(options), Stream.of("--json")).toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return Json.object(run.out());
    }

    private void assertRefused(String text, String message, String... options) {
        CommandRun run = run(text, options);
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    private CommandRun run(String text, String... options) {
        Stream<String> command = Stream.of("replay", ReplayFiles.write(directory, text));
        return CommandRun.of(Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    }
}
