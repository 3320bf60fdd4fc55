package dev.zaelimiter.benchmarks.files;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/** Something that could lie under the file form of the store: a map of texts to texts, with commits. */
interface Candidate {

    String name();

    /** Opens or makes a file; not to be used by several threads. */
    Open open(Path file) throws Exception;

    /** All rows of a file, opened as carefully as the candidate can. Fails if it notices damage. */
    Map<String, String> read(Path file) throws Exception;

    /** An open file. */
    interface Open extends AutoCloseable {

        /** Puts some rows in one commit that survives the end of the process. */
        void commit(Map<String, String> rows) throws Exception;

        @Override
        void close() throws SQLException;
    }
}
