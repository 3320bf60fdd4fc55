package dev.zaelimiter.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("same-on-every-jdk")
class TokenEstimatorTest {

    private final TokenEstimator characters = TokenEstimator.byCharacters();
    private final TokenEstimator usual = TokenEstimator.usual();

    @ParameterizedTest
    @CsvSource({"'', 0", "a, 1", "abcd, 1", "abcde, 2", "привет, 3", "こんにちは, 5", "🙂, 2"})
    void byCharacters_goesByTheScript(String text, long tokens) {
        assertThat(characters.tokens(text)).isEqualTo(tokens);
    }

    @Test
    void prompt_isTheSumOfItsTexts_withSomethingAroundEachAndForAttachments() {
        ModelPrompt prompt = ModelPrompt.of("abcd", "abcdefgh").withAttachments(2);
        assertThat(characters.tokens(prompt)).isEqualTo(1 + 4 + 2 + 4 + 2_000);
        assertThat(characters.tokens(ModelPrompt.of())).isZero();
    }

    @Test
    void usual_withJtokkit_countsAsOpenAiDoes() {
        assertThat(usual.tokens("hello world")).isEqualTo(2);
        assertThat(usual.tokens(ModelPrompt.of("hello world").forModel("gpt-4")))
                .isEqualTo(2 + 4);
        assertThat(usual.tokens(ModelPrompt.of("hello world").forModel("of-nobody")))
                .isEqualTo(2 + 4);
        assertThat(usual.tokens(ModelPrompt.of("hello world"))).isEqualTo(2 + 4);
    }

    /** jtokkit's usual way of counting throws on a text that looks like one of its control tokens. */
    @Test
    void usual_controlTokenInTheText_isText() {
        assertThat(usual.tokens("<|endoftext|>")).isBetween(3L, 12L);
    }

    @Test
    void usual_veryLongText_isCountedByCharacters() {
        assertThat(usual.tokens("a".repeat(1_000_000))).isEqualTo(250_000);
    }

    /** What is optional may be missing. */
    @Test
    void usual_withoutJtokkit_isByCharacters() throws Exception {
        try (URLClassLoader without = withoutJtokkit()) {
            Object found = without.loadClass(TokenEstimator.class.getName())
                    .getMethod("usual")
                    .invoke(null);
            assertThat(found.getClass().getSimpleName()).isEqualTo("CharacterEstimator");
        }
    }

    private static URLClassLoader withoutJtokkit() throws MalformedURLException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> others = new ArrayList<>();
        for (String each : path.split(File.pathSeparator)) {
            if (!each.contains("jtokkit")) {
                others.add(Path.of(each).toUri().toURL());
            }
        }
        return new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** What is seen in small pieces costs what it would have cost in one. */
    @Test
    void output_inPieces_isCountedInLargeOnes() {
        SeenOutput seen = new SeenOutput(new Estimates(characters, prompt -> 0, null));
        for (int i = 0; i < 40_000; i++) {
            seen.add("a");
        }
        assertThat(seen.tokens()).isEqualTo(10_000);
        assertThat(seen.tokens()).isEqualTo(10_000);
    }
}
