package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import org.junit.jupiter.api.Test;

/** Namespaces, from their registration to their purge. */
interface NamespaceStories extends OnStore {

    @Test
    default void namespaces_wholeLife() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--namespace", "tenant-a");
        assertThat(done("resource", "list")).isEqualTo(lines("No resource has limits."));
        assertThat(done("resource", "list", "-N", "tenant-a")).isEqualTo(lines("RESOURCE", "gpt-4"));
        refused(2, "'tenant-b' does not exist", "resource", "set-defaults", "gpt-4", "-l", "rpm:5", "-N", "tenant-b");
        assertThat(done("namespace", "list")).doesNotContain("tenant-b").contains("default", "tenant-a");
        refused(2, "--yes", "namespace", "delete", "tenant-a");
        String json = done("namespace", "delete", "tenant-a", "--yes", "--output", "json");
        String id = (String) Json.object(json).get("namespace_id");
        assertThat(done("namespace", "orphans")).contains(id);
        done("namespace", "recover", id);
        refused(2, "is in use as 'tenant-a'; delete it before you purge it", "namespace", "purge", id, "--yes");
        done("namespace", "delete", "tenant-a", "--yes");
        CommandRun purge = run("namespace", "purge", id, "--yes");
        assertThat(purge.out()).isEqualTo(lines("Namespace " + id + " is purged; items deleted: 3."));
        assertThat(purge.err()).contains("3 items deleted");
        assertThat(done("namespace", "purge", id, "--yes"))
                .as("A24: what is gone already")
                .isEqualTo(lines("No namespace has the id " + id + "; items deleted: 0."));
    }
}
