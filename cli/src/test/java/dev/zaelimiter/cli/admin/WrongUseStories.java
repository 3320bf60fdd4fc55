package dev.zaelimiter.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong is named, and nothing is written. */
interface WrongUseStories extends OnStore {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "resource set-defaults gpt-4|--limit",
                "resource set-defaults gpt-4 -l rpm|--limit 'rpm'",
                "resource set-defaults gpt-4 -l rpm:0|--limit rpm:0: amount '0'",
                "resource set-defaults gpt-4 -l rpm:1 -l rpm:2|each name once",
                "resource set-defaults gpt-4 -l wcu:1|wcu",
                "resource set-defaults _a#b -l rpm:1|resource '_a#b'",
                "resource set-defaults gpt-4 -l rpm:1 --remove tpm|--merge",
                "entity create _a#b|entity '_a#b'",
                "entity set-limits -l rpm:1|Missing required parameter",
                "system set-defaults --on-unavailable maybe|allow or block",
                "audit list --entity-id $OTHER|entity '$OTHER'",
                "audit list --limit 0|--limit 0",
                "audit list --limit 1e3|'1e3' is not a whole number",
                "namespace register ok bad/name|namespace 'bad/name'",
                "resource set-defaults gpt-4 -l rpm:1 -N bad/name|namespace 'bad/name'",
                "resource set-defaults gpt-4 -l rpm:-1|rpm",
                "resource set-defaults gpt-4 -l rpm:1/fortnight|fortnight",
                "resource set-defaults gpt-4 -l rpm:1 --if-version x|'x' is not a whole number",
                "resource set-defaults gpt-4 -l rpm:1 --output xml|but was 'xml'",
                "resource set-defaults gpt-4 -l rpm:1 --nonsense|--nonsense",
                "resource set-defaults -l rpm:1 -- -gpt|resource '-gpt'",
                "resource delete-defaults gpt-4|--yes is needed",
                "entity create $key/1|entity '$key/1'",
                "entity create -- -key|entity '-key'",
                "entity create -key|'-key' is no option, and a name that begins with - stands after",
                "entity create _schlüssel|entity '_schlüssel'",
                "entity create key-1 --parent nobody|nobody",
                "entity create key-1 --display-name J\ufffdrgen|no text in this locale",
                "entity show _a#b|entity '_a#b'",
                "entity children _a#b|entity '_a#b'",
                "entity set-parent key-1 --none --parent key-2|not both",
                "entity set-parent key-1|--parent ENTITY or --none is needed",
                "entity create key-1 --metadata =v|--metadata '=v'",
                "entity create key-1 --metadata a|--metadata 'a'",
                "entity create key-1 --metadata a=v --metadata a=w|each key once",
                "entity delete _a#b --yes|entity '_a#b'",
                "entity set-limits key-1 -r _a#b -l rpm:1|resource '_a#b'",
                "entity list --with-custom-limits _a#b|resource '_a#b'",
                "acquire key-1 gpt-4|--take is needed",
                "acquire key-1 gpt-4 -t rpm=x|--take 'rpm=x'",
                "acquire key-1 gpt-4 -t rpm=1 -t rpm=2|each limit once",
                "acquire key-1 gpt-4 -t rpm=1 --wait -1|--wait -1",
                "acquire key-1 gpt-4 -t rpm=1|no limits hold here",
                "acquire _a#b gpt-4 -t rpm=1|entity '_a#b'",
                "available key-1 _a#b|resource '_a#b'",
                "available key-1 gpt-4|no limits hold here",
                "explain key-1 _a#b|resource '_a#b'",
                "namespace show bad/name|namespace 'bad/name'",
                "namespace recover -- -dash|ID '-dash'",
                "namespace purge _ --yes|ID '_'",
                "namespace delete default --yes|default",
            })
    default void wrongUse_namesTheValueAndWritesNothing(String command, String message) {
        done("namespace", "list");
        String before = dump();
        refused(2, message, command.split(" "));
        assertThat(dump()).isEqualTo(before);
    }

    @Test
    default void idOf300Characters_isRefusedByItsBeginning() {
        refused(2, "entity 'kkkkk", "entity", "create", "k".repeat(300));
        refused(2, "up to 64", "resource", "set-defaults", "r".repeat(300), "-l", "rpm:1");
    }
}
