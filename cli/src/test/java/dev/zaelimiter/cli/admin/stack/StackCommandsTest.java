package dev.zaelimiter.cli.admin.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.infra.StackTemplate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people type wrong about stacks, and what needs no AWS. Nobody listens where these commands would ask. */
class StackCommandsTest {

    private static final String PLACE = "zae.function";

    @TempDir
    private Path folder;

    @BeforeEach
    void give() {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
    }

    @AfterEach
    void take() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
        System.clearProperty(PLACE);
    }

    private static CommandRun run(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of("--region", "eu-west-1", "--endpoint-url", "http://127.0.0.1:9"));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private Path jar(String name) throws Exception {
        Path jar = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("dev/zaelimiter/aggregator/lambda/StreamFunction.class"));
            zip.write(name.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deploy -n my_app|--name 'my_app'|write a hyphen",
                "deploy -n 1app|--name '1app'|a letter first",
                "delete -n my.app --yes|--name 'my.app'|write a hyphen",
                "deploy -n my-app --lambda-memory 1|--lambda-memory 1|256 to 10240 MB",
                "deploy -n my-app --lambda-timeout 1000|--lambda-timeout 1000|10 to 900 seconds",
                "deploy -n my-app --log-retention-days 2|--log-retention-days 2|CloudWatch",
                "deploy -n my-app --usage-retention-days 2|--usage-retention-days 2|3 to 36500 days",
                "deploy -n my-app --usage-windows weekly|--usage-windows 'weekly'|hourly, daily or monthly",
                "deploy -n my-app --role-name-format pb|--role-name-format 'pb'|one {}",
                "deploy -n my-app --permission-boundary admin|--permission-boundary 'admin'|ARN",
                "deploy -n my-app --tag team|--tag 'team'|KEY=VALUE",
                "deploy -n my-app --timeout 0|--timeout|12 hours",
                "deploy -n my-app --lambda-memory much|--lambda-memory|much"
            })
    void wrongInput_isNamedByItsOption(String line, String what, String allowed) {
        CommandRun run = run(line);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(what, allowed);
    }

    @Test
    void noName_isSaidInOneLine() {
        CommandRun run = run("deploy");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("--name NAME", "ZAEL_STACK");
    }

    @Test
    void delete_withoutYes_deletesNothing() {
        CommandRun run = run("delete -n my-app");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--yes", "stack my-app with its table and all data");
        CommandRun no = CommandRun.asking(
                question -> {
                    assertThat(question).contains("Delete stack my-app").endsWith("[y/N] ");
                    return "n";
                },
                "delete",
                "-n",
                "my-app");
        assertThat(no.exitCode()).isEqualTo(2);
        assertThat(no.err()).contains("nothing was changed");
    }

    @Test
    void nobodyListens_isSaidInOneLine() {
        CommandRun run = run("list");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("127.0.0.1:9", "check the region, the endpoint and the network");
    }

    @Test
    void template_isPrintedAsItIs() {
        assertThat(CommandRun.of("cfn-template").out()).isEqualTo(StackTemplate.text());
        assertThat(CommandRun.of("cfn-template", "--import").out()).isEqualTo(StackTemplate.ofTable());
    }

    @Test
    void function_isWrittenOnceAndNotOver() throws Exception {
        jar("x-function-archive.jar");
        jar("x-function.jar");
        System.setProperty(PLACE, folder.toString());
        Path to = folder.resolve("out.jar");

        CommandRun run = CommandRun.of("lambda-export", "--output", to.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).matches("aggregator/[0-9a-f]{32}\\.jar\\R");
        assertThat(to).hasSameBinaryContentAs(folder.resolve("x-function-archive.jar"));

        assertThat(CommandRun.of("lambda-export", "--output", to.toString()).err())
                .contains("--force");
        assertThat(CommandRun.of("lambda-export", "--output", to.toString(), "--force", "--no-audit-archival")
                        .exitCode())
                .isZero();
        assertThat(to).hasSameBinaryContentAs(folder.resolve("x-function.jar"));
        try (var files = Files.list(folder)) {
            assertThat(files.filter(each -> each.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void functionThatDidNotComeAlong_isAskedFor() {
        CommandRun run = CommandRun.of(
                "lambda-export", "--output", folder.resolve("out.jar").toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--function JAR", "function-archive");
    }
}
