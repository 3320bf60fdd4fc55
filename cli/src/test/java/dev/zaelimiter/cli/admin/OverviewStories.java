package dev.zaelimiter.cli.admin;

import static dev.zaelimiter.cli.admin.OnStore.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is there, and what was done, across a namespace. */
interface OverviewStories extends OnStore {

    /** C1: nothing listed what is disabled, bypassed or soft. */
    @Test
    default void switches_listsAllThatIsSwitchedOrSoft_andNothingElse() {
        assertThat(done("switches")).isEqualTo(lines("Nothing is switched, and no limit is soft."));
        done("system", "set-defaults", "-l", "spm:5", "--soft", "spm");
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "-l", "tpm:9", "--soft", "tpm");
        done("resource", "set-defaults", "plain", "-l", "rpm:5");
        done("resource", "disable", "no-limits-here");
        done("entity", "create", "key-1");
        done("entity", "bypass", "key-1", "-r", "gpt-4");
        done("entity", "enable", "key-2");
        done("entity", "set-limits", "key-3", "-l", "rpm:5");
        assertThat(done("switches"))
                .isEqualTo(lines(
                        "ENTITY ID   RESOURCE         ACCESS     SOFT   PROBLEM",
                        "-           -                -          spm    -",
                        "-           gpt-4            -          tpm    -",
                        "-           no-limits-here   disabled   -      -",
                        "key-1       gpt-4            bypass     -      -",
                        "key-2       -                enabled    -      -"));
        assertThat(done("switches", "--only", "disabled", "--output", "csv"))
                .isEqualTo(lines("entity_id,resource,access,soft,problem", ",no-limits-here,disabled,[],"));
        assertThat(Json.objects(done("switches", "--only", "soft", "--output", "json")))
                .hasSize(2);
        done("resource", "clear-disabled", "no-limits-here");
        assertThat(done("switches", "--only", "disabled")).isEqualTo(lines("Nothing is disabled."));
        refused(2, "--only", "switches", "--only", "maybe");
    }

    /** C8: there was no listing of all entities. */
    @Test
    default void listAll_showsEachEntityThatWasCreated_once() {
        List<String> expected = new ArrayList<>();
        try (var repository = open()) {
            for (int i = 1000; i < 2100; i++) {
                repository
                        .entities()
                        .create(dev.zaelimiter.Entity.builder("e" + i).build());
                expected.add("e" + i);
            }
            repository.limits().setEntityDefaults("never-created", dev.zaelimiter.Limit.perMinute("rpm", 1));
            repository.limits().setEntityDefaults("e1500", dev.zaelimiter.Limit.perMinute("rpm", 1));
        }
        assertThat(Json.objects(done("entity", "list-all", "--output", "json")))
                .extracting(entity -> String.valueOf(entity.get("entity_id")))
                .containsExactlyElementsOf(expected);
    }

    /** C8: whether an entity cascades could not be changed. */
    @Test
    default void setCascade_chargesTheParentToo_andNoMore() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:10/d");
        done("entity", "create", "org");
        done("entity", "create", "key", "--parent", "org");
        done("acquire", "key", "gpt-4", "-t", "rpm=1");
        assertThat(done("entity", "set-cascade", "key", "on"))
                .isEqualTo(lines("What entity key takes is now charged to its parent too."));
        assertThat(done("entity", "set-cascade", "key", "on")).contains("already");
        done("acquire", "key", "gpt-4", "-t", "rpm=2");
        assertThat(left("org")).isEqualTo(8L);
        assertThat(left("key")).isEqualTo(7L);
        done("entity", "set-cascade", "key", "off");
        done("acquire", "key", "gpt-4", "-t", "rpm=3");
        assertThat(left("org")).isEqualTo(8L);
        assertThat(left("key")).isEqualTo(4L);
        assertThat(done("audit", "list", "-e", "key")).contains("entity_cascade_changed");
        refused(2, "no parent", "entity", "set-cascade", "org", "on");
        refused(2, "'nobody' does not exist", "entity", "set-cascade", "nobody", "on");
        refused(2, "on or off", "entity", "set-cascade", "key", "yes");
    }

    private Object left(String entity) {
        return Json.objects(done("entity", "buckets", entity, "--output", "json"))
                .get(0)
                .get("available");
    }

    /** C4: changes could be listed for one thing alone, and not by time. */
    @Test
    default void audit_acrossTheNamespace_isByTime_inPages() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5");
        done("entity", "create", "key-1");
        done("system", "set-defaults", "-l", "rpm:5");
        done("entity", "set-limits", "key-1", "-l", "rpm:5");
        done("resource", "disable", "gpt-4", "-N", "tenant-a");
        List<Map<String, Object>> all = Json.objects(done("audit", "list", "--output", "json"));
        assertThat(all)
                .extracting(event -> event.get("entity_id"))
                .containsExactly("key-1", "$SYSTEM", "key-1", "$RESOURCE:gpt-4", "$NAMESPACE:default");
        CommandRun first = run("audit", "list", "--limit", "2", "--output", "json");
        String last = String.valueOf(Json.objects(first.out()).get(1).get("event_id"));
        assertThat(first.err()).isEqualTo(lines("There are more: --after " + last));
        assertThat(Json.objects(done("audit", "list", "--after", last, "--output", "json")))
                .isEqualTo(all.subList(2, 5));
        assertThat(done("audit", "list", "--until", "1h")).isEqualTo(lines("There are no such changes."));
        assertThat(Json.objects(done("audit", "list", "--since", "1h", "--output", "json")))
                .isEqualTo(all);
        assertThat(Json.objects(done("audit", "list", "-e", "key-1", "--since", "1h", "--output", "json")))
                .hasSize(2);
        assertThat(done("audit", "list", "-e", "key-1", "--since", "2100-01-01"))
                .isEqualTo(lines("There are no such changes of key-1."));
        assertThat(done("audit", "list", "--resource", "gpt-4", "-N", "tenant-a"))
                .contains("disabled");
        refused(2, "--since 'yesterday'", "audit", "list", "--since", "yesterday");
        refused(2, "--since '2026-02-30'", "audit", "list", "--since", "2026-02-30");
        refused(2, "a time after --since", "audit", "list", "--since", "1h", "--until", "2h");
        refused(2, "mutually exclusive", "audit", "list", "--system", "--resource", "x");
    }

    /** C4: who made a namespace by {@code --create --principal} was not recorded. */
    @Test
    default void namespaceThatIsMadeByTheWay_isRecordedInSomebodysName() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5", "--create", "-N", "tenant-b");
        assertThat(Json.objects(done("audit", "list", "-e", "$NAMESPACE:tenant-b", "--output", "json")))
                .singleElement()
                .satisfies(event -> assertThat(event.get("principal")).isEqualTo("alice"));
    }

    /**
     * C4: a shell makes {@code :gpt-4} of {@code "$RESOURCE:gpt-4"}, and all that was said is that nothing was changed.
     */
    @Test
    default void audit_ofWhatAShellLeftOver_saysHowItIsMeant() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5");
        CommandRun run = run("audit", "list", "-e", "RESOURCE:gpt-4");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).hasLineCount(1).contains("--resource NAME");
    }

    /** C7: a file called - was written. */
    @Test
    default void export_toStandardOutput_writesNoFile() {
        done("resource", "set-defaults", "gpt-4", "-l", "rpm:5");
        assertThat(done("limits", "export", "-f", "-")).isEqualTo(done("limits", "export"));
        assertThat(java.nio.file.Path.of("-")).doesNotExist();
    }

    /** A level that held a switch and no limits was not exported, and a copy of a namespace let in who was shut out. */
    @Test
    default void export_holdsSwitchesWithoutLimits() {
        done("resource", "disable", "gpt-4");
        done("entity", "disable", "key-1");
        assertThat(done("limits", "export")).contains("gpt-4", "key-1", "disabled: true");
    }

    /** C7: nothing was given, and it looked like success. */
    @Test
    default void topUp_ofNobody_isWrongUse() {
        String before = dump();
        refused(2, "'nobody' has neither", "entity", "top-up", "nobody", "-r", "gpt-4", "-a", "rpm:4");
        refused(2, "'nobody' has neither", "entity", "reset", "nobody", "-r", "gpt-4");
        assertThat(dump()).isEqualTo(before);
    }
}
