package dev.zaelimiter.embedded;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Printable;
import dev.zaelimiter.store.Query;
import org.jspecify.annotations.Nullable;

/**
 * The text of the place where a page ended. It names the place and not a count, so it stays good whatever comes and
 * goes around it, the item that stood there included.
 */
final class PageToken {

    private static final char END_OF_LENGTH = ':';

    private PageToken() {}

    static String of(Query query, String sort, Key key) {
        return query.index().name()
                + ":" + query.partition().length()
                + ":" + sort.length()
                + ":" + key.pk().length()
                + ":" + query.partition() + sort + key.pk() + key.sk();
    }

    /** The place, or null for a query from the start; refuses a token of another query. */
    static @Nullable Position parse(Query query) {
        String token = query.after();
        if (token == null) {
            return null;
        }
        Reader reader = new Reader(token);
        String index = reader.upToColon();
        int partitionLength = reader.number();
        int sortLength = reader.number();
        int pkLength = reader.number();
        String partition = reader.text(partitionLength);
        String sort = reader.text(sortLength);
        String pk = reader.text(pkLength);
        String sk = reader.rest();
        if (!index.equals(query.index().name())
                || !partition.equals(query.partition())
                || !sort.startsWith(query.sortPrefix())) {
            throw Errors.misuse("the token belongs to another query: " + Printable.quoted(token));
        }
        return Position.of(partition, sort, Key.of(pk, sk));
    }

    /** Takes a token apart from the left. */
    private static final class Reader {
        private final String token;
        private int at;

        private Reader(String token) {
            this.token = token;
        }

        private String upToColon() {
            int end = token.indexOf(END_OF_LENGTH, at);
            if (end < 0) {
                throw malformed();
            }
            String text = token.substring(at, end);
            at = end + 1;
            return text;
        }

        private int number() {
            try {
                return Integer.parseInt(upToColon());
            } catch (NumberFormatException e) {
                throw malformed();
            }
        }

        private String text(int length) {
            if (length < 0 || length > token.length() - at) {
                throw malformed();
            }
            at += length;
            return token.substring(at - length, at);
        }

        private String rest() {
            return token.substring(at);
        }

        private RuntimeException malformed() {
            return Errors.misuse("not a token of this store: " + Printable.quoted(token));
        }
    }
}
