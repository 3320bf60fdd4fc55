package dev.zaelimiter.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that AWS takes for all that is in a stack, and what is said of others. */
class StackNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"limiter", "my-app", "A12", "a--", "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-1"})
    void goodName_isTaken(String name) {
        assertThat(new StackName(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|a name",
                "123app|a letter first",
                "-app|a letter first",
                "rate_limits|write a hyphen for '_'",
                "my.app|write a hyphen for '.'",
                "my app|write a hyphen for ' '",
                "my/app|no '/'",
                "müller|no 'ü'",
                "ab|at least 3",
                "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-123|at most 55"
            })
    void brokenRule_isExplained(String name, String why) {
        assertThatThrownBy(() -> new StackName(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(why);
    }

    @Test
    void roles_mayHave64CharactersWithTheirComponent() {
        StackName longest = new StackName("a".repeat(55));
        assertThatCode(() -> longest.checkRoles("{}")).doesNotThrowAnyException();
        assertThatCode(() -> longest.checkRoles("pb-{}")).doesNotThrowAnyException();
        assertThatThrownBy(() -> longest.checkRoles("pb-{}-x"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 64")
                .hasMessageContaining("-admin");
    }

    @Test
    void policies_mayHave128CharactersWithTheirComponent() {
        StackName name = new StackName("my-app");
        assertThatCode(() -> name.checkPolicies("{}" + "x".repeat(114))).doesNotThrowAnyException();
        assertThatThrownBy(() -> name.checkPolicies("{}" + "x".repeat(115)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at most 128");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"pb|one {}", "''|one {}", "{}{}|one {}", "a {}|no ' '", "{}/x|no '/'", "ü{}|no 'ü'"})
    void wrongFormat_isExplained(String format, String why) {
        assertThatThrownBy(() -> StackOptions.builder().roleNameFormat(format))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("roleNameFormat")
                .hasMessageContaining(why);
    }
}
