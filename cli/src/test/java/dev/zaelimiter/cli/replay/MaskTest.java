package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S7: replay printed API keys, also in the page to pass on. */
class MaskTest {

    private static final String KEY = "sk-proj-abcdefghijklmnop1234";
    private static final String OTHER = "sk-proj-zzzzzzzzzzzzzzzz1234";

    @TempDir
    private Path directory;

    @Test
    void replay_keys_standInNoOutput() throws Exception {
        Path html = directory.resolve("page.html");
        Path csv = directory.resolve("out.csv");
        String file = ReplayFiles.write(
                directory,
                "time,api_key\n" + ("1," + KEY + "\n").repeat(4) + ("1," + OTHER + "\n").repeat(3) + "x," + KEY
                        + "\n2,\"" + KEY.repeat(100) + "\"\n");
        String[] args = {
            "replay", file, "--limit", "rpm=1/min", "--html", html.toString(), "--csv", csv.toString(), "--suggest"
        };

        for (String[] all : new String[][] {args, with(args, "--json"), {"replay", file, "--explain-columns"}}) {
            CommandRun run = CommandRun.of(all);
            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .doesNotContain("abcdefgh")
                    .doesNotContain("zzzz")
                    .contains("****1234");
        }
        assertThat(Files.readString(html))
                .doesNotContain("abcdefgh")
                .contains("****1234")
                .contains("****1234 (2)");
        assertThat(Files.readString(csv)).doesNotContain("abcdefgh");
        assertThat(CommandRun.of(with(args, "--no-mask")).out()).contains(KEY).doesNotContain("****");
        assertThat(Files.readString(html)).contains(KEY);
    }

    @Test
    void replay_brokenJsonLineWithAKey_isNotShown() {
        String file = ReplayFiles.write(
                directory,
                "{\"time\":1,\"api_key\":\"" + KEY + "\"}\n{\"time\":2,\"api_key\":\"" + KEY
                        + "\n{\"time\":2,\"api_key\":\"" + KEY + "\"}\n");

        assertThat(CommandRun.of("replay", file, "--limit", "rpm=1/min").out())
                .contains("line 2")
                .doesNotContain(KEY);
    }

    @Test
    void replay_masked_countsTheSame() {
        String file = ReplayFiles.write(directory, "time,user\n1,ada\n1,ada\n1,bob\n");

        CommandRun plain = CommandRun.of("replay", file, "--limit", "rpm=1/min", "--json");
        CommandRun masked = CommandRun.of("replay", file, "--limit", "rpm=1/min", "--json", "--mask");

        assertThat(plain.out()).contains("\"entity\":\"ada\"");
        assertThat(masked.out()).doesNotContain("ada").contains("\"entity\":\"**** (1)\"");
        assertThat(Json.object(masked.out()).get("refused"))
                .isEqualTo(Json.object(plain.out()).get("refused"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api_key|" + KEY,
                "headers.authorization|Bearer abcdefgh12345678",
                "user|AKIAIOSFODNN7EXAMPLE",
                "user|88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b",
                "who|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
                "token|0123456789abcdef"
            })
    void looksLikeKeys_keys_do(String column) {
        assertThat(looksLikeKeys(column)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api_key|k1",
                "user|ada@example.org",
                "client_ip|2001:db8:1234:5678:9abc:def0:1234:5678",
                "user_id|123e4567-e89b-12d3-a456-426614174000",
                "user_id|12345678901234567890123456789012345",
                "tenant|the-team-that-makes-the-search-page-fast",
                "model|anthropic.claude-3-5-sonnet-20240620-v1:0"
            })
    void looksLikeKeys_otherIds_dont(String column) {
        assertThat(looksLikeKeys(column)).isFalse();
    }

    private static boolean looksLikeKeys(String column) {
        String[] parts = column.split("\\|");
        RowCells row = new RowCells();
        row.add(parts[1].toCharArray(), 0, parts[1].length());
        return Mask.looksLikeKeys(new ValuePlace.Column(0, parts[0]), new Sample(List.of(row)));
    }

    private static String[] with(String[] args, String more) {
        return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
    }
}
