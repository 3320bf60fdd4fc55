package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * A key in parts, of which most texts of its item are made: the partition key's before its first slash, the rest of it
 * between {@code #}, and the sort key's between {@code #}. Not for use by several threads.
 */
final class KeyParts {

    /** The number of the whole partition key; parts count from 0. */
    static final int PK = -1;

    /** The number of the whole sort key. */
    static final int SK = -2;

    /** The last one takes the rest of its text. */
    private static final int MOST = 12;

    private final Key key;
    private final int[] starts = new int[MOST];
    private final int[] ends = new int[MOST];
    private final @Nullable String[] texts = new String[MOST];
    private final int ofPk;
    private final int count;

    KeyParts(Key key) {
        this.key = key;
        String pk = key.pk();
        int hash = pk.indexOf('#');
        int slash = pk.indexOf('/');
        boolean isSlashFirst = slash >= 0 && (hash < 0 || slash < hash);
        ends[0] = isSlashFirst ? slash : 0;
        this.ofPk = split(pk, isSlashFirst ? slash + 1 : 0, 1, MOST / 2);
        this.count = split(key.sk(), 0, ofPk, MOST);
    }

    private int split(String text, int from, int first, int most) {
        int part = first;
        int start = from;
        int end = text.indexOf('#', start);
        while (end >= 0 && part < most - 1) {
            starts[part] = start;
            ends[part++] = end;
            start = end + 1;
            end = text.indexOf('#', start);
        }
        starts[part] = start;
        ends[part++] = text.length();
        return part;
    }

    /** How many parts there are. */
    int count() {
        return count;
    }

    /** How long a part is; negative if there is none of that number. */
    int length(int part) {
        return switch (part) {
            case PK -> key.pk().length();
            case SK -> key.sk().length();
            default -> part < count ? ends[part] - starts[part] : -1;
        };
    }

    /** Whether a part stands somewhere in a text. */
    boolean isAt(int part, String text, int at) {
        return switch (part) {
            case PK -> text.startsWith(key.pk(), at);
            case SK -> text.startsWith(key.sk(), at);
            default -> part < count && text.regionMatches(at, whole(part), starts[part], ends[part] - starts[part]);
        };
    }

    private String whole(int part) {
        return part < ofPk ? key.pk() : key.sk();
    }

    /** A part that there is. */
    String text(int part) {
        if (part < 0) {
            return part == PK ? key.pk() : key.sk();
        }
        String known = texts[part];
        if (known == null) {
            known = whole(part).substring(starts[part], ends[part]);
            texts[part] = known;
        }
        return known;
    }
}
