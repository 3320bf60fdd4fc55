package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What programs read. */
interface JsonStories extends UsageStories {

    /** What programs read: each command prints the keys that its help promises, in that order. */
    @Test
    default void everyCommand_printsTheKeysThatItPromises() {
        tellChanges();
        KeysAreKept keys = new KeysAreKept(this::run);
        keys.of("resource", "set-defaults", "gpt-4", "-l", "rpm:5");
        keys.of("resource", "get-defaults", "gpt-4");
        keys.of("resource", "list");
        keys.of("system", "set-defaults", "-l", "rpm:5");
        keys.of("system", "get-defaults");
        keys.of("entity", "create", "project-1");
        keys.of("entity", "create", "key-1", "--parent", "project-1", "--metadata", "tier=gold");
        keys.of("entity", "show", "key-1");
        keys.of("entity", "children", "project-1");
        keys.of("entity", "list-all");
        keys.of("entity", "set-cascade", "key-1", "on");
        keys.of("entity", "set-parent", "key-1", "--none");
        keys.of("entity", "set-limits", "key-1", "-l", "rpm:5");
        keys.of("entity", "get-limits", "key-1", "--resource", "gpt-4");
        keys.of("entity", "list");
        keys.of("entity", "list-resources");
        keys.of("explain", "key-1", "gpt-4");
        keys.of("acquire", "key-1", "gpt-4", "--take", "rpm=1");
        keys.of("available", "key-1", "gpt-4");
        keys.of("entity", "buckets", "key-1");
        keys.of("resource", "buckets", "gpt-4");
        keys.of("resource", "capacity", "gpt-4");
        keys.of("watch", "key-1", "gpt-4", "--count", "1");
        keys.of("aggregator", "run", "--once");
        keys.of("dashboard", "--port", "0", "--for", "0");
        leaveHour("key-1", "gpt-4", "2026-03-01T10:00:00Z", "rpm", 40);
        keys.of("usage", "list", "--entity-id", "key-1");
        keys.of("usage", "summary", "--resource", "gpt-4");
        keys.of("entity", "top-up", "key-1", "--resource", "gpt-4", "--amount", "rpm:1");
        keys.of("entity", "reset", "key-1", "--resource", "gpt-4");
        for (String word : List.of("disable", "enable", "bypass", "clear-disabled")) {
            keys.of("entity", word, "key-1", "--resource", "gpt-4");
            keys.of("resource", word, "gpt-4");
        }
        keys.of("entity", "disable", "key-1");
        keys.of("switches");
        keys.of("audit", "list", "--entity-id", "key-1");
        keys.of("limits", "export");
        String manifest = manifest("namespace: default\nresources:\n  images:\n    limits: {rpm: {capacity: 7}}\n");
        keys.of("limits", "plan", "--file", manifest);
        keys.of("limits", "apply", "--file", manifest);
        CommandRun differs = run("limits", "diff", "--output", "json", "-f", manifest("namespace: default\n"));
        assertThat(differs.exitCode()).isEqualTo(1);
        keys.hold("limits diff", differs);
        keys.of("status");
        keys.of("check");
        keys.of("version");
        keys.of("upgrade");
        keys.of("entity", "delete-limits", "key-1", "--yes");
        keys.of("entity", "delete", "key-1", "--yes");
        keys.of("resource", "delete-defaults", "gpt-4", "--yes");
        keys.of("system", "delete-defaults", "--yes");
        keys.of("namespace", "register", "tenant-b");
        keys.of("namespace", "list");
        keys.of("namespace", "show", "tenant-b");
        String id = (String) keys.of("namespace", "delete", "tenant-b", "--yes").get("namespace_id");
        keys.of("namespace", "orphans");
        keys.of("namespace", "recover", String.valueOf(id));
        keys.of("namespace", "delete", "tenant-b", "--yes");
        keys.of("namespace", "purge", String.valueOf(id), "--yes", "--quiet");
        keys.areThoseOfEveryCommand();
    }
}
