package dev.zaelimiter.cli.admin.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellFormatTest {

    private static Machine machine(String system, Map<String, String> variables) {
        return new Machine(variables, system, Path.of("/home/me"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "two words", "it's", "$HOME", "a\"b", "`id`", "back\\slash", "line\nline"})
    void bash_anyValue_arrivesAsItIs(String value) throws IOException {
        String lines = String.join("\n", ShellFormat.bash.lines(Map.of("VALUE", value), Set.of("GONE")));
        Process shell = new ProcessBuilder(
                        "sh", "-c", "GONE=1; eval \"$1\"; printf '%s|%s' \"$VALUE\" \"$GONE\"", "sh", lines)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(value + "|");
    }

    @Test
    void others_quoteByTheirOwnRules() {
        assertThat(ShellFormat.fish.set("A", "it's a\\b")).isEqualTo("set -gx A 'it\\'s a\\\\b';");
        assertThat(ShellFormat.powershell.set("A", "it's")).isEqualTo("$Env:A = 'it''s'");
        assertThat(ShellFormat.dotenv.set("A", "a \"$b\" c")).isEqualTo("A=\"a \\\"\\$b\\\" c\"");
        assertThat(ShellFormat.dotenv.lines(Map.of(), Set.of("GONE"))).isEmpty();
    }

    /** A property that the starter does not know would be ignored, and the service would use a store in memory. */
    @Test
    void spring_eachProperty_isOneOfTheStarter() throws IOException {
        Running running = new Running(Running.Kind.dynoxide, "1 x", "", 8000, "my-app", "team-a", Instant.EPOCH);
        String starter = Files.readString(Path.of(
                "..", "spring-boot-starter/src/main/java/dev/zaelimiter/spring/boot/ZaeLimiterProperties.java"));

        List<String> lines = ShellFormat.spring.lines(Variables.of(running), Variables.IN_THE_WAY);

        assertThat(lines)
                .contains(
                        "zae.limiter.store=dynamodb",
                        "zae.limiter.dynamodb.table=my-app",
                        "zae.limiter.dynamodb.endpoint=http://127.0.0.1:8000",
                        "zae.limiter.namespace=team-a")
                .hasSize(7)
                .allSatisfy(line ->
                        assertThat(starter).containsPattern("@param " + component(line.replaceAll("=.*", "")) + " "));
    }

    private static String component(String property) {
        return Pattern.compile("-(\\w)")
                .matcher(property.substring(property.lastIndexOf('.') + 1))
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    @Test
    void of_machine_isWhatItsUserSeemsToHave() {
        assertThat(ShellFormat.of(machine("Linux", Map.of("SHELL", "/usr/bin/fish"))))
                .isEqualTo(ShellFormat.fish);
        assertThat(ShellFormat.of(machine("Linux", Map.of("SHELL", "/bin/zsh"))))
                .isEqualTo(ShellFormat.bash);
        assertThat(ShellFormat.of(machine("Linux", Map.of()))).isEqualTo(ShellFormat.bash);
        assertThat(ShellFormat.of(machine("Windows 11", Map.of()))).isEqualTo(ShellFormat.powershell);
        assertThat(ShellFormat.of(machine("Windows 11", Map.of("SHELL", "/usr/bin/bash"))))
                .isEqualTo(ShellFormat.bash);
    }

    @Test
    void stateFolder_followsTheSystemsRules() {
        assertThat(machine("Linux", Map.of()).stateFolder())
                .isEqualTo(Path.of("/home/me/.local/state/zae-limiter/local"));
        assertThat(machine("Linux", Map.of("XDG_STATE_HOME", "/var/me")).stateFolder())
                .isEqualTo(Path.of("/var/me/zae-limiter/local"));
        assertThat(machine("Linux", Map.of("XDG_STATE_HOME", "relative")).stateFolder())
                .isEqualTo(Path.of("/home/me/.local/state/zae-limiter/local"));
        assertThat(machine("Windows 11", Map.of("LOCALAPPDATA", "/users/me")).stateFolder())
                .isEqualTo(Path.of("/users/me/zae-limiter/local"));
    }

    @Test
    void called_isTheNameIfItIsFound_elseAsItWasCalled() {
        assertThat(Called.as(machine("Linux", Map.of()))).isEqualTo("zae-limiter");
        assertThat(Called.as(machine("Linux", Map.of("ZAEL_CALLED_AS", "bin/zae-limiter"))))
                .isEqualTo("bin/zae-limiter");
        assertThat(Called.as(machine("Linux", Map.of("ZAEL_CALLED_AS", "/my tools/zae-limiter"))))
                .isEqualTo("'/my tools/zae-limiter'");
    }
}
