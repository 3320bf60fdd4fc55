package dev.zaelimiter.embedded.journal;

import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads batches: all of their structure, and of their items no more than the keys. Not for use by several threads. */
final class BatchDecoder {

    private final JournalVisitor visitor;
    private final Layouts known = new Layouts();
    private final List<Layout> layouts = new ArrayList<>();
    /** An item without its key. */
    private final ByteSink rest = new ByteSink();

    BatchDecoder(JournalVisitor visitor) {
        this.visitor = visitor;
    }

    /** Hands all entries of a batch over. Throws {@link MalformedBatchException}, before or after some of them. */
    void decode(byte[] bytes, int start, int end) {
        ByteSource source = new ByteSource(bytes, start, end);
        layouts.clear();
        while (source.hasMore()) {
            entry(source);
        }
    }

    private void entry(ByteSource source) {
        int kind = source.octet();
        switch (kind) {
            case Entry.LAYOUT -> layouts.add(known.read(source));
            case Entry.PUT -> item(source);
            case Entry.REMOVE -> visitor.remove(Key.of(source.text(), source.text()));
            case Entry.TOKEN ->
                visitor.token(new SpentToken(
                        source.text(), new WriteDigest(source.fixed(), source.fixed()), source.fixed(), (int)
                                source.varint()));
            case Entry.TIME -> visitor.time(source.fixed());
            default -> throw new MalformedBatchException("an entry of the unknown kind " + kind);
        }
    }

    private void item(ByteSource source) {
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
        visitor.put(key(pk, sk), new StoredItem(layout, Arrays.copyOf(rest.array(), rest.length())));
    }

    private static Key key(@Nullable String pk, @Nullable String sk) {
        if (pk == null || sk == null) {
            throw new MalformedBatchException("an item without a key");
        }
        return Key.of(pk, sk);
    }
}
