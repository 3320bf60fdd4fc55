package dev.zaelimiter.cli.replay;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source whose first rows can be looked at before they are read. Not thread-safe. */
final class SampledSource implements RowSource {

    private static final int ROWS = 256;
    private static final int CHARACTERS = 1 << 19;

    private final RowSource source;
    private final ArrayDeque<RowCells> ahead = new ArrayDeque<>();
    private @Nullable RowCells current;

    SampledSource(RowSource source) {
        this.source = source;
    }

    @Override
    public List<String> readHeader() {
        return source.readHeader();
    }

    /** Looks at the rows that come next, once, after the header. */
    Sample sample(int columns) {
        List<RowCells> whole = new ArrayList<>();
        int characters = 0;
        while (ahead.size() < ROWS && characters < CHARACTERS && source.next()) {
            RowCells row = source.row().copy();
            characters += row.length() + row.size();
            ahead.add(row);
            if (row.isWhole(columns)) {
                whole.add(row);
            }
        }
        return new Sample(whole);
    }

    @Override
    public boolean next() {
        current = ahead.poll();
        return current != null || source.next();
    }

    @Override
    public RowCells row() {
        return current == null ? source.row() : current;
    }

    @Override
    public InputFormat format() {
        return source.format();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
