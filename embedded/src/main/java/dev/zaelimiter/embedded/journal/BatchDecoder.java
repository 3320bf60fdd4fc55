package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads batches: all of their structure, and of their items no more than the keys. Not for use by several threads. */
final class BatchDecoder {

    private static final long MOST_NUMBER = 1L << 62;

    private final JournalVisitor visitor;
    private final Layouts known = new Layouts();
    private final List<Layout> layouts = new ArrayList<>();
    /** An item without its key. */
    private final ByteSink rest = new ByteSink();
    /** Most sort keys are the same, and are kept once. */
    private String lastSk = "";

    BatchDecoder(JournalVisitor visitor) {
        this.visitor = visitor;
    }

    /** Hands all entries of a batch over. Throws {@link MalformedBatchException}, before or after some of them. */
    void decode(byte[] bytes, int start, int end) {
        ByteSource source = new ByteSource(bytes, start, end);
        layouts.clear();
        visitor.batch();
        while (source.hasMore()) {
            entry(source);
        }
    }

    private void entry(ByteSource source) {
        int kind = source.octet();
        switch (kind) {
            case Entry.LAYOUT -> layouts.add(known.read(source));
            case Entry.PUT -> {
                Found found = item(source);
                visitor.put(found.key, found.item);
            }
            case Entry.REMOVE -> visitor.remove(Key.of(source.text(), source.text()));
            case Entry.TOKEN ->
                visitor.token(new SpentToken(
                        source.text(), new WriteDigest(source.fixed(), source.fixed()), source.fixed(), (int)
                                source.varint()));
            case Entry.TIME -> visitor.time(source.fixed());
            case Entry.EXPIRE -> visitor.expire(Key.of(source.text(), source.text()));
            case Entry.FOLLOW -> visitor.follow(source.text());
            case Entry.NUMBERS -> visitor.numbers(number(source), source.fixed());
            case Entry.DONE -> visitor.done(number(source));
            case Entry.AFRESH -> visitor.afresh(number(source));
            case Entry.KEPT -> visitor.kept(kept(source));
            default -> throw new MalformedBatchException("an entry of the unknown kind " + kind);
        }
    }

    /** Numbers of changes begin with 1, and never come near the end of the range. */
    private static long number(ByteSource source) {
        long number = source.fixed();
        if (number < 1 || number > MOST_NUMBER) {
            throw new MalformedBatchException("a change of the number " + number);
        }
        return number;
    }

    private StoredChange kept(ByteSource source) {
        String feed = source.text();
        long number = number(source);
        long atMillis = source.fixed();
        Key key = Key.of(source.text(), source.text());
        boolean expired = source.octet() != 0;
        return new StoredChange(feed, number, atMillis, key, expired, image(source, key), image(source, key));
    }

    private @Nullable StoredItem image(ByteSource source, Key key) {
        if (source.octet() == 0) {
            return null;
        }
        Found found = item(source);
        if (!found.key.equals(key)) {
            throw new MalformedBatchException("a change of one item with the image of another");
        }
        return found.item;
    }

    private record Found(Key key, StoredItem item) {}

    private Found item(ByteSource source) {
        long number = source.varint();
        if (number < 0 || number >= layouts.size()) {
            throw new MalformedBatchException("an item of the unknown layout " + number);
        }
        Layout layout = layouts.get((int) number);
        String pk = null;
        String sk = null;
        rest.reset(0);
        int start = source.position();
        for (int i = 0; i < layout.size(); i++) {
            if (layout.isKey(i)) {
                source.copyTo(rest, start);
                String text = layout.isWhole(i) ? null : ValueDecoder.readText(source);
                pk = i == layout.pk() ? text : pk;
                sk = i == layout.sk() ? text : sk;
                start = source.position();
            } else {
                StoredItem.skip(layout, i, source);
            }
        }
        source.copyTo(rest, start);
        return new Found(key(pk, sk), new StoredItem(layout, Arrays.copyOf(rest.array(), rest.length())));
    }

    private Key key(@Nullable String pk, @Nullable String sk) {
        if (pk == null || sk == null) {
            throw new MalformedBatchException("an item without a key");
        }
        lastSk = sk.equals(lastSk) ? lastSk : sk;
        return Key.of(pk, lastSk);
    }
}
