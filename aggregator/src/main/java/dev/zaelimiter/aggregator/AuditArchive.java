package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.schema.UsageMark;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Makes objects for an archive of expired records of changes: by namespace, and by the day that each was written. Pure.
 */
final class AuditArchive {

    private static final String TIMESTAMP = "timestamp";

    private AuditArchive() {}

    /**
     * Records that belong into one object.
     *
     * @param namespace the opaque id
     * @param day when they were written
     * @param records in order
     */
    record Part(String namespace, LocalDate day, List<ChangeRecord> records) {

        /** The object. */
        ArchiveObject object(String streamShard) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                for (ChangeRecord each : records) {
                    gzip.write((JsonLines.archived(namespace, before(each), each.sequence()) + "\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            String name = String.format(
                    "audit/namespace=%s/year=%04d/month=%02d/day=%02d/audit-%s-%s.jsonl.gz",
                    namespace,
                    day.getYear(),
                    day.getMonthValue(),
                    day.getDayOfMonth(),
                    streamShard,
                    UsageMark.text(records.get(0).sequence()));
            return new ArchiveObject(name, bytes.toByteArray(), records.size());
        }

        /** Without what is in an object that ends with this number. */
        Part after(BigInteger last) {
            return new Part(
                    namespace,
                    day,
                    records.stream()
                            .filter(each -> each.sequence().compareTo(last) > 0)
                            .toList());
        }
    }

    /** Which part a record belongs to. */
    static String partName(ChangeRecord record) {
        return namespace(record) + "/" + day(record);
    }

    private static String namespace(ChangeRecord record) {
        String pk = record.key().pk();
        return pk.substring(0, Math.max(0, pk.indexOf('/')));
    }

    /** Groups records by the object that they belong into. */
    static List<Part> parts(List<ChangeRecord> expired) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (ChangeRecord each : expired) {
            parts.computeIfAbsent(partName(each), key -> new Part(namespace(each), day(each), new ArrayList<>()))
                    .records()
                    .add(each);
        }
        return List.copyOf(parts.values());
    }

    private static LocalDate day(ChangeRecord change) {
        String text = before(change).text(TIMESTAMP);
        Instant written = Instant.ofEpochMilli(change.atMillis());
        try {
            written = text == null ? written : Instant.parse(text);
        } catch (DateTimeParseException e) {
            // It is archived all the same, on the day that it expired.
        }
        return written.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static Item before(ChangeRecord change) {
        Item item = change.before();
        return item == null ? Item.builder(change.key()).build() : item;
    }
}
