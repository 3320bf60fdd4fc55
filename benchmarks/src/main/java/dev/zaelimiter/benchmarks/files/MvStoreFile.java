package dev.zaelimiter.benchmarks.files;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** H2's MVStore, with retention set so that freed space in the file can be used again immediately. */
final class MvStoreFile implements Candidate {

    @Override
    public String name() {
        return "h2-mvstore";
    }

    @Override
    public Open open(Path file) {
        MVStore store = new MVStore.Builder()
                .fileName(file.toString())
                .autoCommitDisabled()
                .open();
        store.setRetentionTime(0);
        store.setVersionsToKeep(0);
        MVMap<String, String> map = store.openMap("rows");
        return new Open() {
            @Override
            public void commit(Map<String, String> rows) {
                map.putAll(rows);
                store.commit();
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    @Override
    public Map<String, String> read(Path file) {
        MVStore store =
                new MVStore.Builder().fileName(file.toString()).readOnly().open();
        try {
            if (!store.hasMap("rows")) {
                return Map.of();
            }
            MVMap<String, String> map = store.openMap("rows");
            return new HashMap<>(map);
        } finally {
            store.closeImmediately();
        }
    }
}
