package dev.zaelimiter.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/** What lives on the heap of this process after a full collection, by class. */
final class Histogram {

    private static final int COLUMNS = 4;

    private final Map<String, Live> classes;

    private Histogram(Map<String, Live> classes) {
        this.classes = classes;
    }

    /** Objects of one class, and their bytes. */
    record Live(long objects, long bytes) {

        Live minus(Live other) {
            return new Live(objects - other.objects, bytes - other.bytes);
        }
    }

    /** One class of a difference. */
    record Row(String type, Live live) {}

    /**
     * Collects, and counts what is left. What a weak reference held goes with the second collection, if not with the
     * first.
     */
    static Histogram now() throws JMException {
        String text = "";
        for (int i = 0; i < 3; i++) {
            text = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {null},
                            new String[] {String[].class.getName()});
        }
        Map<String, Live> classes = new HashMap<>();
        for (String line : text.split("\n")) {
            String[] columns = line.trim().split("\\s+");
            if (columns.length >= COLUMNS && columns[0].endsWith(":")) {
                classes.put(columns[3], new Live(Long.parseLong(columns[1]), Long.parseLong(columns[2])));
            }
        }
        return new Histogram(classes);
    }

    private Live of(String type) {
        return classes.getOrDefault(type, new Live(0, 0));
    }

    /** What there is more of than in an earlier one, the largest first. */
    List<Row> since(Histogram before) {
        List<Row> rows = new ArrayList<>();
        classes.forEach((type, live) -> {
            Live more = live.minus(before.of(type));
            if (more.bytes > 0) {
                rows.add(new Row(type, more));
            }
        });
        rows.sort((one, other) -> Long.compare(other.live.bytes, one.live.bytes));
        return rows;
    }

    /** All bytes of all classes. */
    long bytes() {
        return classes.values().stream().mapToLong(Live::bytes).sum();
    }
}
