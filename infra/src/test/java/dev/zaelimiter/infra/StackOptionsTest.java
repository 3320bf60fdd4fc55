package dev.zaelimiter.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be chosen, and what AWS would refuse later. */
class StackOptionsTest {

    private static void refused(String field, Consumer<StackOptions.Builder> choose) {
        assertThatThrownBy(() -> choose.accept(StackOptions.builder()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void wrongValue_isRefusedByName() {
        refused("lambdaMemory", options -> options.lambdaMemory(255));
        refused("lambdaMemory", options -> options.lambdaMemory(10241));
        refused("lambdaTimeout", options -> options.lambdaTimeout(9));
        refused("lambdaTimeout", options -> options.lambdaTimeout(901));
        refused("lambdaRuntime", options -> options.lambdaRuntime("python3.12"));
        refused("logRetentionDays", options -> options.logRetentionDays(31));
        refused("recoveryDays", options -> options.recoveryDays(36));
        refused("auditGlacierDays", options -> options.auditGlacierDays(0));
        refused("usageRetentionDays", options -> options.usageRetentionDays(2));
        refused("usageRetentionDays", options -> options.usageRetentionDays(36501));
        refused("usageWindows", options -> options.usageWindows(List.of()));
        refused("alarmTopic", options -> options.alarmTopic("arn:aws:sqs:eu-west-1:123456789012:q"));
        refused("permissionBoundary", options -> options.permissionBoundary("PowerUserAccess"));
        refused("aggregatorRole", options -> options.aggregatorRole("arn:aws:iam::123456789012:user/x"));
        refused("kmsKey", options -> options.kmsKey("alias/mine"));
        refused("codeBucket", options -> options.codeBucket("Not_A_Bucket"));
        refused("tag", options -> options.tag("aws:mine", "x"));
        refused("tag", options -> options.tag("", "x"));
        refused("tag a", options -> options.tag("a", "x".repeat(257)));
        refused("tag", options -> {
            for (int i = 0; i < 51; i++) {
                options.tag("k" + i, "");
            }
        });
    }

    @Test
    void emptyText_takesBack() {
        assertThat(StackOptions.builder()
                        .alarmTopic("")
                        .permissionBoundary("")
                        .build()
                        .parameters())
                .isEqualTo(Map.of("AlarmTopicArn", "", "PermissionBoundary", ""));
    }

    @Test
    void slowCalls_raiseTheAlarmAtFourFifthsOfTheTime() {
        assertThat(StackOptions.builder().lambdaTimeout(100).build().parameters())
                .containsEntry("FunctionDurationAlarm", "80000");
    }

    /**
     * A parameter that the template does not know would be refused by CloudFormation, after everything was prepared.
     */
    @Test
    void everyOption_isAParameterOfTheTemplate() {
        StackOptions all = StackOptions.builder()
                .deletionProtection(true)
                .kmsKey("arn:aws:kms:eu-west-1:123456789012:key/1234")
                .recoveryDays(7)
                .aggregator(true)
                .codeBucket("mine")
                .lambdaRuntime("java25")
                .lambdaMemory(1024)
                .usageRetentionDays(400)
                .lambdaTimeout(120)
                .usageWindows(List.of(UsageWindow.MONTHLY, UsageWindow.HOURLY))
                .logRetentionDays(7)
                .tracing(true)
                .auditArchival(true)
                .auditGlacierDays(30)
                .alarms(true)
                .alarmTopic("arn:aws:sns:eu-west-1:123456789012:pager")
                .iam(true)
                .roles(true)
                .permissionBoundary("arn:aws:iam::aws:policy/PowerUserAccess")
                .roleNameFormat("pb-{}")
                .policyNameFormat("pb-{}")
                .aggregatorRole("arn:aws:iam::123456789012:role/x")
                .build();
        String parameters = StackTemplate.text().replaceAll("(?s).*\nParameters:\n(.*)\nRules:.*", "$1");
        Matcher known = Pattern.compile("(?m)^  (\\w+):$").matcher(parameters);
        List<String> names = known.results().map(each -> each.group(1)).toList();
        assertThat(names).containsAll(all.parameters().keySet()).containsAll(StackTemplate.PARAMETERS);
        // The name of the table is that of the stack, and the key of the code is found out: all else can be chosen.
        assertThat(names).hasSize(all.parameters().size() + 2).contains("Name", "FunctionCodeKey");
        assertThat(all.parameters()).containsEntry("UsageWindows", "hourly,monthly");
    }

    @Test
    void template_isShortEnoughToBeSent() {
        assertThat(StackTemplate.text().length()).isLessThan(51_200);
        assertThat(StackTemplate.text()).contains(StackTemplate.DESCRIPTION);
    }

    @Test
    void wrongJar_isRefused(@TempDir Path folder) throws Exception {
        assertThatThrownBy(() -> FunctionCode.of(folder.resolve("none.jar")))
                .hasMessageContaining("a file that exists");
        assertThatThrownBy(() -> FunctionCode.of(Files.writeString(folder.resolve("text.jar"), "no jar")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a jar that can be read");
        assertThatThrownBy(() -> FunctionCode.of(Jars.jar(folder.resolve("other.jar"), "x", "some/Other.class")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("zae-limiter-aggregator-lambda");
    }

    @Test
    void code_isNamedByItsContent(@TempDir Path folder) throws Exception {
        String one = FunctionCode.of(Jars.function(folder, "one", true)).key();
        assertThat(FunctionCode.of(Jars.function(folder, "one", true)).key()).isEqualTo(one);
        assertThat(FunctionCode.of(Jars.function(folder, "two", true)).key()).isNotEqualTo(one);
        assertThat(one).matches("aggregator/[0-9a-f]{32}\\.jar");
        assertThat(FunctionCode.of(Jars.function(folder, "one", false)).archives())
                .isFalse();
    }
}
