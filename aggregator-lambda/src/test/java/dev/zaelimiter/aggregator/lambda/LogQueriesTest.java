package dev.zaelimiter.aggregator.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.DeadLetter;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page on monitoring asks of the function's log is printed there, name by name. */
class LogQueriesTest {

    private static final Pattern QUERY = Pattern.compile("`((?:stats|filter|fields) [^`]*)`");
    private static final Set<String> WORDS =
            Set.of("stats", "filter", "fields", "sort", "limit", "by", "and", "or", "asc", "desc");

    /** The names in the lines that the function prints, those within a dead letter with its own in front. */
    private static Set<String> printed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        BatchOutcome outcome =
                new BatchOutcome(7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 900, List.of("throttled"), Optional.empty());
        Tables.figures(out).batch(new StreamBatch("shard", List.of()), outcome);
        Item bucket = Item.builder(Key.of("ns/BUCKET#e#r#0", "#STATE")).build();
        Tables.lines(out)
                .keep(new DeadLetter(
                        "shard", new ChangeRecord(bucket.key(), null, bucket, false, BigInteger.ONE, 1), "why"))
                .join();
        Set<String> names = new TreeSet<>();
        for (String line : bytes.toString(StandardCharsets.UTF_8).split("\n")) {
            try (JsonParser json = new JsonFactory().createParser(line)) {
                for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                    if (token == JsonToken.FIELD_NAME) {
                        names.add(json.getParsingContext()
                                .pathAsPointer()
                                .toString()
                                .substring(1)
                                .replace('/', '.'));
                    }
                }
            }
        }
        return names;
    }

    private static Set<String> fields(String query) {
        String text = query.replaceAll("bin\\([^)]*\\)", "").replaceAll(" as \\w+", "");
        Set<String> fields = new TreeSet<>();
        Matcher word =
                Pattern.compile("(?<![\\w@.])([A-Za-z_][\\w.]*)(?![\\w(])").matcher(text);
        while (word.find()) {
            if (!WORDS.contains(word.group(1))) {
                fields.add(word.group(1));
            }
        }
        return fields;
    }

    @Test
    void page_eachField_isPrinted() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "operator", "monitoring.md"));
        Set<String> printed = printed();
        Matcher query = QUERY.matcher(page.substring(0, page.indexOf("An aggregator on a host")));
        int queries = 0;
        while (query.find()) {
            assertThat(printed).as(query.group(1)).containsAll(fields(query.group(1)));
            queries++;
        }
        assertThat(queries).isGreaterThan(5);
        assertThat(printed).contains("lag_milliseconds", "dead_letter.reason").doesNotContain("lag");
    }

    @Test
    void fields_wordsAndNewNames_areNone() {
        assertThat(fields("filter late > 0 | stats sum(a_b) as c, count(*) as n by bin(5m) | sort @timestamp desc"))
                .containsExactlyInAnyOrder("late", "a_b");
    }
}
