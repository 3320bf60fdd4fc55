package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.cli.BadInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

    private static final List<String> LIMITS = List.of("rpm", "tpm");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TIMESTAMP",
                "time",
                "Date-Time",
                "@timestamp",
                "arrived_at",
                "createdAt",
                "end_timestamp",
                "LogTime"
            })
    void resolve_timeUnderManyNames_isFound(String name) {
        assertThat(resolve("id", name, "size").time().column()).isEqualTo(new ValuePlace.Column(1, name));
    }

    @Test
    void resolve_severalTimes_takesTheBestKnown() {
        assertThat(resolve("end_time", "timestamp", "time").time().column().name())
                .isEqualTo("timestamp");
    }

    @Test
    void resolve_severalUnknownTimes_asksForOne() {
        assertThatThrownBy(() -> resolve("queue_time", "run_time"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("--time-column")
                .hasMessageContaining("'queue_time', 'run_time'");
    }

    @ParameterizedTest
    @CsvSource({
        "ContextTokens, GeneratedTokens",
        "prompt_tokens, completion_tokens",
        "input_tokens, output_tokens",
        "usage.prompt_tokens, usage.completion_tokens",
        "INPUT TOKENS, OUTPUT TOKENS",
        "Request tokens, Response tokens",
        "num_prefill_tokens, num_decode_tokens",
        "promptTokenCount, candidatesTokenCount",
        "input_length, output_length"
    })
    void resolve_tokensUnderManyNames_areSettled(String input, String output) {
        Columns columns = resolve("time", output, input, "total_tokens");

        assertThat(columns.takes()).containsExactly(new Take.Fixed(1), new Take.Estimated());
        assertThat(columns.answer())
                .isEqualTo(
                        new Columns.AnswerColumns(new ValuePlace.Column(2, input), new ValuePlace.Column(1, output)));
    }

    @Test
    void resolve_inputOnly_isTakenAtOnce() {
        Columns columns = resolve("time", "prompt_tokens");

        assertThat(columns.takes()).last().isEqualTo(new Take.Exactly(new ValuePlace.Column(1, "prompt_tokens")));
        assertThat(columns.answer()).isNull();
    }

    @Test
    void resolve_outputOnly_isSettled() {
        assertThat(resolve("time", "completion_tokens").answer())
                .isEqualTo(new Columns.AnswerColumns(
                        new ValuePlace.Constant("0"), new ValuePlace.Column(1, "completion_tokens")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpm", "TPS", "tph", "tpd", "input-tokens", "tokens_per_day", "TokenBudget"})
    void takesTokens_limitsOfTokens_doTake(String name) {
        assertThat(Columns.takesTokens(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpm", "rps", "tpmx", "bytes"})
    void takesTokens_otherLimits_doNot(String name) {
        assertThat(Columns.takesTokens(name)).isFalse();
    }

    @Test
    void resolve_noOwners_areOneOfEach() {
        Columns columns = resolve("time", "size");

        assertThat(columns.entity()).isEqualTo(new ValuePlace.Constant("all"));
        assertThat(columns.resource()).isEqualTo(new ValuePlace.Constant("all"));
    }

    @Test
    void resolve_ownersUnderKnownNames_areFound() {
        Columns columns = resolve("Model", "time", "API-Key");

        assertThat(columns.entity()).isEqualTo(new ValuePlace.Column(2, "API-Key"));
        assertThat(columns.resource()).isEqualTo(new ValuePlace.Column(0, "Model"));
    }

    @Test
    void resolve_nameInAnotherCase_isFoundIfOnlyOneFits() {
        ReadingOptions options = new ReadingOptions();
        options.entityColumn = "clientip";

        assertThat(resolve(options, "time", "Client_IP").entity()).isEqualTo(new ValuePlace.Column(1, "Client_IP"));
        assertThat(resolve(options, "time", "Client_IP", "clientip").entity())
                .isEqualTo(new ValuePlace.Column(2, "clientip"));
        assertThatThrownBy(() -> resolve(options, "time", "Client_IP", "client ip"))
                .hasMessageContaining("there is no column 'clientip'");
    }

    private static Columns resolve(String... header) {
        return resolve(new ReadingOptions(), header);
    }

    private static Columns resolve(ReadingOptions options, String... header) {
        return Columns.resolve(List.of(header), options, LIMITS, Map.of());
    }
}
