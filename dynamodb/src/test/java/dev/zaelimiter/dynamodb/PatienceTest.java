package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long opening waits, for what, and what it says meanwhile. */
final class PatienceTest {

    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final String MISSING = "ResourceNotFoundException";
    private static final String TTL =
            "{\"TimeToLiveDescription\":{\"TimeToLiveStatus\":\"%s\",\"AttributeName\":\"%s\"}}";

    private final ManualClock clock = new ManualClock(BEGIN);
    private final StubService service = new StubService();

    private Connection connection() {
        return Stubs.connection(service.inlineClient(Stubs.CREDENTIALS), Duration.ofSeconds(30), 4, clock);
    }

    private Opening opening() {
        return new Opening(connection(), clock);
    }

    private CannotOpenException refused() {
        CannotOpenException refused =
                catchThrowableOfType(CannotOpenException.class, () -> opening().check());
        assertThat(refused).isNotNull().hasMessageContaining("my-table");
        return refused;
    }

    private Duration spent() {
        return Duration.between(BEGIN, clock.now());
    }

    private StubService table(String status) {
        return service.answer(200, "{\"Table\": " + TableDescriptions.fitting(status) + "}");
    }

    /** What the log says while something happens. */
    private static String logged(Runnable happens) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            happens.run();
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /** A17: a server that is no DynamoDB was taken for a busy one, and asked for 35 s in silence. */
    @ParameterizedTest
    @CsvSource({"501, ''", "503, <html>down</html>", "200, {}", "200, <html>welcome</html>", "404, ''"})
    void check_anotherServer_isToldWithinTwoSeconds(int status, String body) {
        service.answer(status, body);

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(refused).hasMessageContaining("no answer of DynamoDB: check the endpoint");
        assertThat(spent()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(service.operations()).hasSizeLessThanOrEqualTo(6);
    }

    /** A17: each try waited for its connection, so that six of them took 5 to 7 s and more. */
    @ParameterizedTest
    @CsvSource({"0, 6", "300, 5", "2000, 1"})
    void check_nothingThere_isToldTwoSecondsAfterTheBeginning(long millisForEach, int tries) {
        service.fail(new ConnectException("refused")).before(() -> clock.advance(Duration.ofMillis(millisForEach)));

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(spent()).isLessThanOrEqualTo(Duration.ofMillis(2000 + millisForEach));
        assertThat(service.operations()).hasSizeLessThanOrEqualTo(tries);
    }

    @Test
    void check_busyTable_isAskedForThirtySecondsAndNotInSilence() {
        service.error(400, "ThrottlingException");

        String log = logged(() -> assertThat(refused().reason()).isEqualTo(Reason.NO_ANSWER));

        assertThat(spent()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(35));
        assertThat(log)
                .containsOnlyOnce("is not open yet, and is asked for up to 30 s")
                .contains("Throttling");
    }

    @Test
    void check_noAnswer_isNotWaitedForInSilence() {
        service.silence();

        String log = logged(() -> assertThat(refused()).hasMessageContaining("no answer in 30 s"));

        assertThat(spent()).isEqualTo(Duration.ofSeconds(30));
        assertThat(log).contains("no answer yet");
    }

    /** A9: while another process made the table, opening ended in "access denied, no such table" after 144 ms. */
    @Test
    void check_tableIsBeingMade_waitsForIt() {
        table("CREATING");
        table("CREATING");
        table("ACTIVE");

        assertThat(opening().check().tableStatusAsString()).isEqualTo("ACTIVE");

        assertThat(spent()).isEqualTo(Duration.ofMillis(250));
        assertThat(service.operations()).hasSize(3);
    }

    @Test
    void check_tableIsBeingMadeForEver_endsAfterTwoMinutesAndSaysWhy() {
        table("CREATING");

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(Reason.NO_ANSWER);
        assertThat(refused).hasMessageContaining("is being made").hasMessageContaining("try again later");
        assertThat(spent()).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(121));
    }

    @Test
    void check_tableThatWasBeingMadeIsGone_saysSo() {
        table("CREATING").error(400, MISSING);

        assertThat(refused().reason()).isEqualTo(Reason.TABLE_MISSING);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETING, TABLE_MISSING, is being deleted",
        "ARCHIVED, TABLE_UNFIT, restore it",
        "INACCESSIBLE_ENCRYPTION_CREDENTIALS, TABLE_UNFIT, KMS"
    })
    void check_tableThatCannotBeUsed_saysWhatIsWrong(String status, Reason reason, String words) {
        table(status);

        CannotOpenException refused = refused();

        assertThat(refused.reason()).isEqualTo(reason);
        assertThat(refused).hasMessageContaining(words);
    }

    @Test
    void open_anotherProcessMakesTheTable_waitsForItAndSwitchesOnItsTimeToLive() {
        service.error(400, MISSING).error(400, "ResourceInUseException").error(400, MISSING);
        table("CREATING");
        table("ACTIVE").answer(200, TTL.formatted("DISABLED", "")).answer(200, "{}");

        opening().checkOrCreate();

        assertThat(service.operations())
                .containsExactly(
                        "DescribeTable",
                        "CreateTable",
                        "DescribeTable",
                        "DescribeTable",
                        "DescribeTable",
                        "DescribeTimeToLive",
                        "UpdateTimeToLive");
    }

    /** A9: without it unused buckets stay; nothing was done about it, and nothing said. */
    @Test
    void open_timeToLiveIsOff_isSwitchedOnAndSaidSo() {
        table("ACTIVE").answer(200, TTL.formatted("DISABLED", "")).answer(200, "{}");

        String log = logged(() -> opening().checkOrCreate());

        assertThat(service.operations()).containsExactly("DescribeTable", "DescribeTimeToLive", "UpdateTimeToLive");
        assertThat(log).contains("time to live was off and is now on");
    }

    @ParameterizedTest
    @CsvSource({"ENABLED", "ENABLING"})
    void open_timeToLiveIsOn_changesAndSaysNothing(String status) {
        table("ACTIVE").answer(200, TTL.formatted(status, "ttl"));

        String log = logged(() -> opening().checkOrCreate());

        assertThat(service.operations()).doesNotContain("UpdateTimeToLive");
        assertThat(log).doesNotContain("time to live");
    }

    @ParameterizedTest
    @CsvSource({"ENABLED, expires, goes by expires", "DISABLING, ttl, being switched off"})
    void open_timeToLiveThatCannotBeSwitchedOn_opensAndSaysWhatToDo(String status, String attribute, String words) {
        table("ACTIVE").answer(200, TTL.formatted(status, attribute));

        String log = logged(() -> opening().checkOrCreate());

        assertThat(service.operations()).doesNotContain("UpdateTimeToLive");
        assertThat(log)
                .contains("WARN")
                .contains(words)
                .contains("aws dynamodb update-time-to-live --table-name my-table");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void open_timeToLiveMayNotBeAskedOrChanged_opensAndSaysWhatToDo(boolean mayAsk) {
        table("ACTIVE");
        if (mayAsk) {
            service.answer(200, TTL.formatted("DISABLED", ""));
        }
        service.error(400, "AccessDeniedException");

        String log = logged(() -> opening().checkOrCreate());

        assertThat(log).contains("WARN").contains("AccessDenied").contains("aws dynamodb update-time-to-live");
    }

    @Test
    void open_somebodyElseSwitchesItOnAtThisMoment_isNoWarning() {
        table("ACTIVE")
                .answer(200, TTL.formatted("DISABLED", ""))
                .answer(
                        400,
                        "{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":\"TimeToLive is already"
                                + " enabled\"}");

        assertThat(logged(() -> opening().checkOrCreate())).doesNotContain("WARN");
    }

    /** A9: what is not there was called a matter of access. */
    @Test
    void versions_tableSaidToBeMissingAllTheTime_isMissingAndNotDenied() {
        table("ACTIVE").error(400, MISSING);
        Connection connection = connection();
        Opening opening = new Opening(connection, clock);
        opening.check();

        CannotOpenException refused = catchThrowableOfType(
                CannotOpenException.class, () -> opening.versions(new DynamoDbItemStore(connection, clock), false, 0));

        assertThat(refused.reason()).isEqualTo(Reason.TABLE_MISSING);
        assertThat(spent()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void versions_tableNotYetKnownEverywhere_isAskedAgain() {
        table("ACTIVE").error(400, MISSING).error(400, MISSING).answer(200, "{}");
        Connection connection = connection();
        Opening opening = new Opening(connection, clock);
        opening.check();

        opening.versions(new DynamoDbItemStore(connection, clock), false, 0);

        assertThat(service.operations()).containsExactly("DescribeTable", "GetItem", "GetItem", "GetItem");
    }
}
