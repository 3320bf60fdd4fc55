package dev.zaelimiter.cli.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first rows of a file, by columns. Not thread-safe. */
final class Sample {

    /** A file that nobody looked into. */
    static final Sample NONE = new Sample(List.of());

    private final List<RowCells> rows;
    private final Map<Integer, List<String>> values = new HashMap<>();

    /**
     * A sample.
     *
     * @param rows those that are whole, in their order
     */
    Sample(List<RowCells> rows) {
        this.rows = List.copyOf(rows);
    }

    /** How many rows were looked at. */
    int rows() {
        return rows.size();
    }

    /** What stands in a column, where anything does; a dash alone is how logs write nothing. */
    List<String> values(int column) {
        return values.computeIfAbsent(column, index -> {
            List<String> found = new ArrayList<>();
            for (RowCells row : rows) {
                String value = row.stripped(index);
                if (value != null && !value.isEmpty() && !value.equals("-")) {
                    found.add(value);
                }
            }
            return List.copyOf(found);
        });
    }

    /** In how many rows nothing stands in a column. */
    int blanks(int column) {
        return rows.size() - values(column).size();
    }

    /** Whether several rows have a value there, and all the same. */
    boolean isConstant(int column) {
        List<String> all = values(column);
        return all.size() > 1 && all.stream().allMatch(all.get(0)::equals);
    }

    /** Whether two columns say the same in every row. */
    boolean isSame(int one, int other) {
        return rows.stream().allMatch(row -> String.valueOf(row.stripped(one)).equals(row.stripped(other)));
    }

    /** Whether a column holds addresses and nothing else. */
    boolean holdsAddresses(int column) {
        List<String> all = values(column);
        return !all.isEmpty() && all.stream().allMatch(ClientAddress::isAddress);
    }
}
