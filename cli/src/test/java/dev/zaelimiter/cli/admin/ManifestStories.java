package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Limits declared in a file. */
interface ManifestStories extends OnStore {

    @Test
    default void declaredLimits_plannedAppliedDeletedExported() {
        String first = manifest("""
                namespace: default
                resources:
                  gpt-4:
                    limits:
                      rpm: {capacity: 100}
                entities:
                  key-1:
                    resources:
                      gpt-4:
                        limits:
                          rpm: {capacity: 7}
                """);
        assertThat(done("limits", "plan", "-f", first))
                .contains("+ resource gpt-4", "2 to create, 0 to change, 0 to delete, 0 unchanged");
        assertThat(done("resource", "list")).isEqualTo(lines("No resource has limits."));
        assertThat(done("limits", "apply", "-f", first)).endsWith(lines("Levels changed: 2."));
        assertThat(done("limits", "diff", "-f", first)).contains("2 unchanged");
        String second = manifest("namespace: default\nresources:\n  gpt-4:\n    limits:\n      rpm: {capacity: 200}\n");
        CommandRun refused = run("limits", "apply", "-f", second);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--yes is needed").hasLineCount(1);
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=100");
        done("limits", "apply", "-f", second, "--yes");
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=200");
        assertThat(done("entity", "list", "--with-custom-limits", "gpt-4"))
                .isEqualTo(lines("No entity has such limits."));
        String exported = manifests().resolve("exported.yaml").toString();
        done("limits", "export", "-f", exported);
        refused(2, "--force", "limits", "export", "-f", exported);
        assertThat(done("limits", "diff", "-f", exported)).contains("1 unchanged");
    }

    @Test
    default void standardInput_isAManifestToo() {
        InputStream before = System.in;
        String yaml = "namespace: default\nresources: {gpt-4: {limits: {rpm: {capacity: 9}}}}\n";
        try {
            System.setIn(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
            done("limits", "apply", "-f", "-");
            System.setIn(new ByteArrayInputStream(new byte[] {'n', (byte) 0xff}));
            refused(2, "standard input is not UTF-8", "limits", "plan", "-f", "-");
        } finally {
            System.setIn(before);
        }
        assertThat(done("resource", "get-defaults", "gpt-4")).contains("capacity=9");
    }

    @Test
    default void wrongManifest_namesItsLineAndWritesNothing() {
        String before = dump();
        refused(
                2,
                "line 4",
                "limits",
                "apply",
                "-f",
                manifest("namespace: default\nresources:\n  gpt-4:\n    limts: {}\n"));
        refused(
                2,
                "does not exist",
                "limits",
                "plan",
                "-f",
                manifests().resolve("none.yaml").toString());
        refused(
                2,
                "--namespace 'tenant-a' is not allowed. Allowed: that of the file, 'default'",
                "limits",
                "apply",
                "-N",
                "tenant-a",
                "-f",
                manifest("namespace: default\n"));
        refused(2, "'nowhere' does not exist", "limits", "plan", "-f", manifest("namespace: nowhere\n"));
        assertThat(dump()).isEqualTo(before);
    }
}
