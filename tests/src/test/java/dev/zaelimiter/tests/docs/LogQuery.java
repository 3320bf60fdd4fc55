package dev.zaelimiter.tests.docs;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A query of CloudWatch Logs Insights: which fields it asks for. */
final class LogQuery {

    private static final Set<String> WORDS = Set.of(
            "stats", "filter", "fields", "sort", "limit", "by", "as", "and", "or", "not", "asc", "desc", "like", "in");
    private static final Pattern NEW_NAME = Pattern.compile(" as (\\w+)");

    /** A word that is no call, no number, no part of a longer one, and none of those that Insights adds. */
    private static final Pattern WORD = Pattern.compile("(?<![\\w@.])([A-Za-z_]\\w*)(?![\\w(])");

    private LogQuery() {}

    /** The fields on top; what lies in one of them is left out. */
    static Set<String> fields(String query) {
        Set<String> fields = new TreeSet<>();
        String text = query.replaceAll("'[^']*'", "").replaceAll("bin\\([^)]*\\)", "");
        for (Matcher word = WORD.matcher(NEW_NAME.matcher(text).replaceAll("")); word.find(); ) {
            if (!WORDS.contains(word.group(1))) {
                fields.add(word.group(1));
            }
        }
        return fields;
    }
}
