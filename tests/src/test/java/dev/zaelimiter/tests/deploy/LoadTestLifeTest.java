package dev.zaelimiter.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The life of a load test's stack, from the command line, on the emulator of AWS that {@code bin/backends} starts. It
 * takes tasks, but runs none without a Docker engine; what that leaves open is in {@code docs/contributor/testing.md}.
 */
@Tag("extended")
@Tag("back-end")
class LoadTestLifeTest {

    private final ObjectMapper json = new ObjectMapper();
    private final String name = "load-" + UUID.randomUUID().toString().substring(0, 8);

    @TempDir
    private Path folder;

    @AfterEach
    void clear() {
        Cloud.run("loadtest", "delete", "-n", name, "--yes", "-q");
        Cloud.run("loadtest", "delete", "-n", name, "--label", "two", "--yes", "-q");
        Cloud.run("delete", "-n", name, "--yes", "-q");
    }

    private JsonNode done(String... words) throws IOException {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--output";
        all[words.length + 1] = "json";
        Cloud.Ran ran = Cloud.run(all);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        return json.readTree(ran.out());
    }

    private String jar(String file, String entry, String content) throws IOException {
        Path jar = folder.resolve(file);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            ZipEntry each = new ZipEntry(entry);
            each.setTime(0);
            zip.putNextEntry(each);
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return jar.toString();
    }

    @Test
    void loadTest_isMadePushedToChangedAndDeleted() throws IOException {
        Cloud.Ran early = Cloud.run("loadtest", "deploy", "-n", name);
        assertThat(early.exitCode()).isEqualTo(2);
        assertThat(early.err()).contains("there is no table " + name, "deploy it first");

        done("deploy", "-n", name, "--no-aggregator");
        JsonNode made = done("loadtest", "deploy", "-n", name, "--tag", "team=limits");
        assertThat(made.path("table").asText()).isEqualTo(name);
        assertThat(made.path("bucket").asText()).isNotEmpty();
        assertThat(Cloud.run("loadtest", "deploy", "-n", name).err()).contains("Nothing to change");
        done("loadtest", "deploy", "-n", name, "--label", "two", "--cpu", "256", "--memory", "512");

        assertThat(done("loadtest", "list").findValuesAsText("stack"))
                .contains(name + "-loadtest", name + "-loadtest-two");
        assertThat(done("list").findValuesAsText("stack")).contains(name).doesNotContain(name + "-loadtest");

        String program = jar("some.jar", "dev/zaelimiter/loadtest/aws/CloudWorker.class", "one");
        String own = jar("mine.jar", "com/me/Search.class", "two");
        JsonNode pushed = done("loadtest", "push", "-n", name, "--program", program, own);
        assertThat(pushed.findValuesAsText("jar")).containsExactly("program.jar", "mine.jar");
        assertThat(done("loadtest", "push", "-n", name, "--program", program, own)
                        .findValuesAsText("new"))
                .containsExactly("false", "false");
        assertThat(Cloud.run("loadtest", "push", "-n", name, "--program", own).exitCode())
                .isEqualTo(2);

        assertThat(done("loadtest", "deploy", "-n", name, "--function")
                        .path("function")
                        .isNull())
                .isTrue();
        done("loadtest", "push", "-n", name, "--program", program);
        assertThat(done("loadtest", "deploy", "-n", name).path("function").asText())
                .isNotEmpty();

        assertThat(Cloud.run("loadtest", "delete", "-n", name).err()).contains("--yes");
        assertThat(done("loadtest", "delete", "-n", name, "--yes")
                        .path("deleted")
                        .asBoolean())
                .isTrue();
        assertThat(done("loadtest", "delete", "-n", name, "--yes")
                        .path("deleted")
                        .asBoolean())
                .isFalse();
        assertThat(done("loadtest", "list").findValuesAsText("stack"))
                .contains(name + "-loadtest-two")
                .doesNotContain(name + "-loadtest");
        assertThat(done("status", "-n", name).path("stack_status").asText()).isEqualTo("CREATE_COMPLETE");
    }
}
