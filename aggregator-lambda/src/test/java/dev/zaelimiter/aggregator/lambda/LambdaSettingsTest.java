package dev.zaelimiter.aggregator.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LambdaSettingsTest {

    @Test
    void of_theTableAlone_hasDefaults() {
        LambdaSettings settings = LambdaSettings.of(Map.of("ZAEL_STACK", "my-app"));
        assertThat(settings.table()).isEqualTo("my-app");
        assertThat(settings.archive()).isNull();
        assertThat(settings.aggregator().windows()).containsExactly(UsageWindow.HOURLY, UsageWindow.DAILY);
        assertThat(settings.aggregator().retention()).isEqualTo(Duration.ofDays(90));
    }

    @Test
    void of_allThereIs_readsIt() {
        LambdaSettings settings = LambdaSettings.of(Map.of(
                "ZAEL_STACK", "my-app",
                "ZAEL_WINDOWS", "daily, monthly",
                "ZAEL_USAGE_RETENTION_DAYS", "400",
                "ZAEL_ARCHIVE", "s3://my-audit/limits",
                "ZAEL_DEAD_LETTERS", "s3://my-audit",
                "ZAEL_ARCHIVE_ENCRYPTION", "kms:alias/audit"));
        assertThat(settings.aggregator().windows()).containsExactly(UsageWindow.DAILY, UsageWindow.MONTHLY);
        assertThat(settings.aggregator().retention()).isEqualTo(Duration.ofDays(400));
        assertThat(settings.archive()).hasToString("s3://my-audit/limits/");
        assertThat(settings.deadLetters()).hasToString("s3://my-audit/");
    }

    @ParameterizedTest
    @CsvSource({
        "ZAEL_STACK, a b",
        "ZAEL_STACK, ''",
        "ZAEL_WINDOWS, weekly",
        "ZAEL_USAGE_RETENTION_DAYS, 2",
        "ZAEL_USAGE_RETENTION_DAYS, 36501",
        "ZAEL_USAGE_RETENTION_DAYS, ''",
        "ZAEL_USAGE_RETENTION_DAYS, 99999999999",
        "ZAEL_USAGE_RETENTION_DAYS, forever",
        "ZAEL_ARCHIVE, /var/audit",
        "ZAEL_ARCHIVE, s3://A",
        "ZAEL_DEAD_LETTERS, dead.jsonl",
        "ZAEL_DEAD_LETTERS, s3://A",
        "ZAEL_ARCHIVE_ENCRYPTION, none",
        "ZAEL_ARCHIVE_ENCRYPTION, kms:"
    })
    void of_aWrongValue_namesTheVariable(String name, String value) {
        Map<String, String> environment = new HashMap<>(Map.of("ZAEL_STACK", "my-app"));
        if (name.equals("ZAEL_ARCHIVE_ENCRYPTION")) {
            environment.put("ZAEL_ARCHIVE", "s3://my-audit/limits");
        }
        environment.put(name, value);
        assertThatThrownBy(() -> LambdaSettings.of(environment))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(name);
    }

    @Test
    void of_encryptionWithoutAnArchive_isRefused() {
        assertThatThrownBy(() -> LambdaSettings.of(Map.of("ZAEL_STACK", "my-app", "ZAEL_ARCHIVE_ENCRYPTION", "kms")))
                .hasMessageContaining("ZAEL_ARCHIVE");
    }
}
