package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.Runs.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {

    @TempDir
    private Path directory;

    @Test
    void replay_moreThanTheLimit_refusesTheRest() {
        assertThat(json("time\n0\n0\n0\n0.5\n", "--limit", "rps=2/s"))
                .contains(entry("rows", 4L), entry("admitted", 3L), entry("refused", 1L), entry("skipped", 0L))
                .containsEntry("refused_by", Map.of("rps", 1L));
    }

    @Test
    void replay_severalLimitsViolated_countsEach() {
        Map<String, Object> json = json(
                "time,bytes\n0,5\n0,50\n0,500\n", "--limit", "rps=2/s", "--limit", "out=50/s", "--take", "out=bytes");

        assertThat(json).contains(entry("admitted", 1L), entry("refused", 2L), entry("never_fits", 1L));
        assertThat(json).containsEntry("refused_by", Map.of("rps", 0L, "out", 2L));
    }

    @Test
    void replay_takeNumber_isTakenByEachRow() {
        assertThat(json("time\n0\n0\n0\n", "--limit", "rps=10/s", "--take", "rps=4"))
                .containsEntry("admitted", 2L);
        assertThat(json("time\n0\n0\n0\n", "--limit", "rps=10/s", "--take", "rps=0"))
                .containsEntry("admitted", 3L);
    }

    @Test
    void replay_entityAndResourceColumns_haveTheirOwnBuckets() {
        String text = "time,user_id,model\n0,a,m\n0,a,m\n0,b,m\n0,a,n\n0,b,m\n";

        assertThat(json(text, "--limit", "rps=1/s")).containsEntry("admitted", 3L);
        assertThat(json(text, "--limit", "rps=1/s", "--entity", "all")).containsEntry("admitted", 2L);
        assertThat(json(text, "--limit", "rps=1/s", "--entity", "all", "--resource", "all"))
                .containsEntry("admitted", 1L);
        assertThat(json(text, "--limit", "rps=1/s", "--entity-column", "model", "--resource", "all"))
                .containsEntry("admitted", 2L);
    }

    @Test
    void replay_answerLongerThanEstimate_isSettledWhenDone() {
        String text = "time,prompt_tokens,completion_tokens\n0,60,100\n1.9,50,0\n2,10,0\n2.1,50,0\n";
        // 40 are left at 0; the answer takes 100 at 2 s, before the row of that instant: then there are 40-50-100 =
        // -110.
        Map<String, Object> json = json(text, "--limit", "tpm=100/d");

        assertThat(json).contains(entry("admitted", 1L), entry("refused", 3L));
        assertThat(json)
                .extractingByKey("limits", LIST)
                .first()
                .asInstanceOf(MAP)
                .containsEntry("peak_use", 160L);
    }

    @Test
    void replay_answerShorterThanExpected_givesBack() {
        String text = "time,input_tokens,output_tokens\n0,10,5\n0.01,10,5\n0.2,10,5\n";

        assertThat(json(text, "--limit", "tpm=100/d", "--expect-output", "80"))
                .contains(entry("admitted", 1L), entry("refused", 2L));
        assertThat(json(text, "--limit", "tpm=100/d", "--expect-output", "60"))
                .contains(entry("admitted", 2L), entry("refused", 1L));
        assertThat(json(text, "--limit", "tpm=100/d", "--expect-output", "60", "--per-output-token", "0"))
                .contains(entry("admitted", 3L), entry("refused", 0L));
    }

    @Test
    void replay_tokenColumnsUnderOtherNames_areNamedByOptions() {
        String text = "time,asked,said\n0,10,100\n10,1,0\n";

        assertThat(json(text, "--limit", "tpm=100/d", "--input-column", "asked", "--output-column", "said"))
                .containsEntry("admitted", 1L);
        assertThat(json(text, "--limit", "tpm=100/d", "--take", "tpm=asked")).containsEntry("admitted", 2L);
    }

    @Test
    void replay_optionsAboutAnswersThatNobodyNeeds_areNamed() {
        assertThat(json("time,said\n0,5\n", "--limit", "rpm=5/s", "--output-column", "said", "--expect-output", "7"))
                .extractingByKey("assumptions", LIST)
                .contains("--output-column, --expect-output made no difference: no limit takes an estimate that is"
                        + " settled when an answer is done.");
        assertThat(json("time,said\n0,5\n", "--limit", "tpm=5/s", "--output-column", "said", "--expect-output", "7"))
                .extractingByKey("assumptions", LIST)
                .noneMatch(sentence -> sentence.toString().contains("no difference"));
        assertThat(json("time\n0\n", "--limit", "rpm=5/s", "--per-output-token", "1s"))
                .extractingByKey("assumptions", LIST)
                .anyMatch(sentence -> sentence.toString().startsWith("--per-output-token made no difference"));
    }

    @Test
    void replay_columnsCalledLikeNumbers_canBeTaken() {
        String text = "time,1.5,2\n0,100,100\n0,1,100\n";

        assertThat(json(text, "--limit", "rps=10/s", "--take", "rps=1.5")).containsEntry("admitted", 1L);
        assertThat(json(text, "--limit", "rps=10/s", "--take", "rps=2")).containsEntry("admitted", 2L);
    }

    @Test
    void replay_columnNameWithControlCharacters_isShownEscaped() {
        CommandRun run =
                table("\"ti\nme\",user\u009bx\n0,ada\n", "--limit", "rps=1/s", "--entity-column", "user\u009bx");

        assertThat(run.out())
                .contains("Times from ti\\u000ame (numbers that count", "entities from user\\u009bx, one resource.");
    }

    @Test
    void replay_totalTokensOnly_areTakenAtOnce() {
        assertThat(json("time,total_tokens\n0,60\n0,60\n", "--limit", "max-tokens=100/d"))
                .containsEntry("admitted", 1L)
                .extractingByKey("assumptions", LIST)
                .contains("max-tokens: each row takes total_tokens.");
    }

    @Test
    void replay_noTokenColumns_saysThatOneIsTaken() {
        assertThat(json("time\n0\n", "--limit", "tpm=100/d"))
                .extractingByKey("assumptions", LIST)
                .anyMatch(sentence -> sentence.toString().contains("no column looks like a number of tokens"));
    }

    @Test
    void replay_brokenRows_areSkippedAndReported() {
        String text = "time,user\n\n1,ada\n\"2\n\",\"ada\"\n3\n4,ada,x\nnow,ada\n5,a b\n6,ada\n7,ada\n8,ada\n";

        assertThat(json(text, "--limit", "rps=5/s"))
                .contains(entry("rows", 9L), entry("admitted", 6L), entry("skipped", 3L))
                .extractingByKey("skipped_rows", LIST)
                .extracting("line")
                .containsExactly(6L, 7L, 8L);
        assertThat(table(text, "--limit", "rps=5/s").out())
                .contains("skipped 3, which can't be read")
                .contains("3 rows can't be read and are skipped:")
                .contains("line 6: the number of columns '1' is not allowed. Allowed: as many as in the header, 2");
    }

    @Test
    void replay_tokensThatAreNoNumber_areBroken() {
        String text = """
                time,prompt_tokens,completion_tokens
                1,5,5
                2,-5,5
                3,5,5.5
                4,5.0,5
                5,5,
                6,5,5
                7,1000000000000000,5
                8,5,5
                9,5,5
                """;

        assertThat(json(text, "--limit", "tpm=500/s"))
                .contains(entry("admitted", 6L), entry("skipped", 3L))
                .extractingByKey("skipped_rows", LIST)
                .extracting("reason")
                .containsExactly(
                        "prompt_tokens '-5' is not allowed. Allowed: whole tokens, 0 to 10^15",
                        "completion_tokens '5.5' is not allowed. Allowed: whole tokens, 0 to 10^15",
                        "the sum of tokens '1000000000000005' is not allowed. Allowed: whole tokens, 0 to 10^15");
    }

    @Test
    void replay_halfOfTheRowsBroken_isStillAResult() {
        assertThat(json("time\n1\nx\n", "--limit", "rps=5/s")).contains(entry("rows", 2L), entry("skipped", 1L));
    }

    @Test
    void replay_rowsOutOfOrder_areSortedByTime() {
        String text = "time\n10\n9\n8.5\n11\n";

        assertThat(json(text, "--limit", "rps=2/s"))
                .contains(entry("admitted", 4L), entry("refused", 0L), entry("out_of_order", 2L))
                .containsEntry("span_ms", 2_500L)
                .extractingByKey("out_of_order_rows", LIST)
                .extracting("line")
                .containsExactly(3L, 4L);
        assertThat(table(text, "--limit", "rps=2/s").out())
                .contains("2 rows out of time order; all rows were sorted by time first:")
                .contains("line 4: 1.5 s before an earlier row");
    }

    @Test
    void replay_byteOrderMarkCrLfQuotesAndBlankLines_areRead() {
        String text = "\ufeff\"time\",note,user\r\n0,\"a, b\r\nc \"\"d\"\"\",ada\r\n\r\n   \r\n1,,ada";

        assertThat(json(text, "--limit", "rps=1/s"))
                .contains(entry("rows", 2L), entry("admitted", 2L), entry("skipped", 0L));
    }

    @Test
    void replay_longestStreak_isOfOneBucket() {
        String text = "time,user\n0,a\n0,b\n1,a\n1,b\n2,a\n3,b\n4,a\n86400,a\n86401,a\n";

        assertThat(json(text, "--limit", "rpd=1/d"))
                .extractingByKey("longest_refusal_streak", MAP)
                .contains(entry("rows", 3L), entry("entity", "a"), entry("to", "1970-01-01T00:00:04Z"));
    }

    @Test
    void replay_debt_isTimedUntilItIsPaidBack() {
        String text = "time,prompt_tokens,completion_tokens\n0,100,50\n100,1,0\n";

        Map<String, Object> json = json(text, "--limit", "tps=10/s:100", "--per-output-token", "0", "--time-unit", "s");

        assertThat(json)
                .extractingByKey("limits", LIST)
                .first()
                .asInstanceOf(MAP)
                .contains(entry("debt_ms", 5_000L));
    }

    @Test
    void help_replay_hasExamples() {
        assertThat(ok("replay", "--help").out())
                .contains("Usage: zae-limiter replay FILE --limit NAME=AMOUNT/PERIOD[:BURST]...")
                .contains("Examples:")
                .contains("--limit rpm=120/min --limit tpm=200000/min")
                .matches(text -> text.lines().allMatch(line -> line.length() <= 80), "fits 80 columns");
    }

    @Test
    void help_root_listsCommands() {
        assertThat(ok("--help").out()).contains("replay", "Exit codes");
    }

    @Test
    void version_isPrinted() {
        assertThat(ok("--version").out()).startsWith("zae-limiter ").contains("Java ");
    }

    private Map<String, Object> json(String text, String... options) {
        List<String> args = args(text, options);
        args.add("--json");
        return Json.object(ok(args.toArray(String[]::new)).out());
    }

    private CommandRun table(String text, String... options) {
        return ok(args(text, options).toArray(String[]::new));
    }

    private List<String> args(String text, String... options) {
        List<String> args = new ArrayList<>(List.of("replay", ReplayFiles.write(directory, text)));
        args.addAll(List.of(options));
        return args;
    }
}
