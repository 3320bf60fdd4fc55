package dev.zaelimiter.benchmarks.files;

import dev.zaelimiter.Environment;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.embedded.StoreFileReport;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** The file store itself, with its conditions, its indexes and its copy in memory. */
final class OurFile implements Candidate {

    private static final WriteShape PUT = WriteShape.put(null);

    @Override
    public String name() {
        return "our log";
    }

    @Override
    public Open open(Path file) {
        FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, Environment.system());
        return new Open() {
            @Override
            public void commit(Map<String, String> rows) {
                CompletableFuture<?>[] answers = rows.entrySet().stream()
                        .map(row -> store.write(Write.put(
                                PUT,
                                Item.builder(Key.of(row.getKey(), "row"))
                                        .put("v", row.getValue())
                                        .build())))
                        .toArray(CompletableFuture<?>[]::new);
                CompletableFuture.allOf(answers).join();
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    @Override
    public Map<String, String> read(Path file) {
        Map<String, String> rows = new HashMap<>();
        StoreFileReport report =
                StoreFile.read(file, item -> rows.put(item.key().pk(), Objects.requireNonNull(item.text("v"))));
        if (report.state() != StoreFileReport.State.WHOLE) {
            throw new IllegalStateException(report.problem());
        }
        return rows;
    }
}
