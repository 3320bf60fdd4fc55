package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B7: ids that the format forbids are typed and shown as they are, by every command; programs get the names. */
interface EncodedNameStories extends OnStore {

    String WHO = "<who>";
    String WHAT = "<what>";

    List<String> TEXTS = List.of(
            "::1",
            "ada+test@example.org",
            "/v1/users/42",
            "arn:aws:iam::123456789012:role/app",
            "Ada Lovelace",
            "schl\u00fcssel",
            // This is what some adapter made of a text, and stands for it.
            "x--::2");

    /** In an order in which all of them succeed. */
    List<String> COMMANDS = List.of(
            "entity create <who>",
            "entity show <who>",
            "entity create kid --parent <who> --cascade",
            "entity children <who>",
            "entity set-limits <who> -r <what> -l rpm:5",
            "entity get-limits <who> -r <what>",
            "entity list --with-custom-limits <what>",
            "entity list-resources",
            "entity list-all",
            "resource set-defaults <what> -l rpm:7",
            "resource get-defaults <what>",
            "resource list",
            "acquire <who> <what> -t rpm=2",
            "available <who> <what>",
            "explain <who> <what>",
            "watch <who> <what> --count 1",
            "entity reset <who> -r <what>",
            "entity top-up <who> -r <what> -a rpm:1",
            "entity buckets <who>",
            "resource buckets <what>",
            "resource capacity <what>",
            "entity disable <who> -r <what>",
            "resource disable <what>",
            "switches",
            "entity enable <who> -r <what>",
            "resource enable <what>",
            "entity bypass <who> -r <what>",
            "resource bypass <what>",
            "entity clear-disabled <who> -r <what>",
            "resource clear-disabled <what>",
            "entity set-cascade kid off",
            "entity set-parent kid --none",
            "entity set-parent kid --parent <who>",
            "entity set-parent kid --none",
            "audit list --entity-id <who>",
            "audit list --resource <what>",
            "audit list --entity-id $RESOURCE:<what>",
            "audit list",
            "resource delete-defaults <what> --yes",
            "entity delete-limits <who> -r <what> --yes",
            "entity delete <who> --yes",
            "entity delete kid --yes");

    /** Those that are tried on this store. */
    default List<String> texts() {
        return TEXTS;
    }

    private static String[] words(String command, String who, String what) {
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            words.add(word.equals(WHO) ? who : word.replace(WHAT, what));
        }
        return words.toArray(String[]::new);
    }

    @Test
    default void idThatTheFormatForbids_isTypedAndShownAsItIs_byEveryCommand() {
        List<String> texts = texts();
        for (int i = 0; i < texts.size(); i++) {
            String who = texts.get(i);
            String what = i % 2 == 0 ? "/v1/users" : "4o mini";
            String shown = NameEncoding.ENTITY.show(NameEncoding.ENTITY.parse(who));
            for (String command : COMMANDS) {
                CommandRun run = run(words(command, who, what));
                assertThat(run.exitCode()).as("%s: %s", command, run.err()).isZero();
                assertThat(run.out() + run.err()).as(command).doesNotContain("x--");
                if (command.matches("entity (show|create|children|set-limits) <who>.*|(explain|available|watch) .*")) {
                    assertThat(run.out()).as(command).contains(shown);
                }
                if (command.matches("(resource (set|list|buckets)|entity list-resources).*")) {
                    assertThat(run.out()).as(command).contains(what);
                }
            }
        }
    }

    @Test
    default void nameThatIsTypedAsItIsStored_isTheSameThing() {
        for (String who : texts()) {
            String name = NameEncoding.ENTITY.parse(who);
            done("entity", "set-limits", who, "-r", "/v1", "-l", "rpm:5");
            for (String command : List.of("entity get-limits <who> -r <what>", "explain <who> <what>")) {
                String asText = done(words(command, who, "/v1"));
                assertThat(done(words(command, name, "x--/v1"))).isEqualTo(asText);
                assertThat(done(words(command + " --output json", who, "/v1"))).contains('"' + name + '"');
            }
        }
    }

    /** A text that could be taken for another one is shown, and typed, by its name. */
    @Test
    default void textThatLooksEncoded_isShownByItsName() {
        String name = NameEncoding.ENTITY.encode("x--::1");
        done("entity", "create", name);
        done("entity", "create", "::1");
        assertThat(done("entity", "list-all")).contains("x--x--::1", "::1");
        assertThat(done("entity", "show", "x--x--::1")).contains("x--x--::1");
        assertThat(done("entity", "show", "x--::1"))
                .isEqualTo(done("entity", "show", "::1"))
                .doesNotContain("x--");
    }

    @Test
    default void messages_nameTheTextToo() {
        refused(2, "'::9' does not exist", "entity", "show", "::9");
        refused(2, "'a/b' does not exist", "entity", "create", "::8", "--parent", "a/b");
        done("entity", "set-limits", "::1", "-r", "/v1", "-l", "rpm:5");
        refused(3, "for ::1//v1: [rpm]", "acquire", "::1", "/v1", "-t", "rpm=6");
        refused(2, "the limits of ::1//v1", "acquire", "::1", "/v1", "-t", "rmp=6");
        done("entity", "disable", "::1");
        refused(1, "resource /v1 is disabled for entity ::1", "acquire", "::1", "/v1", "-t", "rpm=1");
    }

    @Test
    default void manifest_holdsNames_andSaysWhichOne() {
        String file = manifest("""
                namespace: default
                entities: {"::1": {resources: {/v1: {limits: {rpm: {capacity: 5}}}}}}
                """);
        refused(2, "write its encoded name, x--::1", "limits", "plan", "-f", file);
        String named = manifest("""
                namespace: default
                entities: {"x--::1": {resources: {x--/v1: {limits: {rpm: {capacity: 5}}}}}}
                """);
        assertThat(done("limits", "plan", "-f", named, "-N", "default", "--create"))
                .contains("::1", "/v1")
                .doesNotContain("x--");
    }
}
