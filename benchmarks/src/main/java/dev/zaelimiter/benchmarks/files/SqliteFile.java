package dev.zaelimiter.benchmarks.files;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** SQLite, not synchronised, in one of its journal modes. */
record SqliteFile(String journal) implements Candidate {

    @Override
    public String name() {
        return "sqlite, " + journal;
    }

    @Override
    public Open open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA locking_mode=EXCLUSIVE");
            statement.execute("PRAGMA journal_mode=" + journal);
            statement.execute("PRAGMA synchronous=OFF");
            statement.execute("CREATE TABLE IF NOT EXISTS rows (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID");
        }
        connection.setAutoCommit(false);
        PreparedStatement put = connection.prepareStatement("INSERT OR REPLACE INTO rows VALUES (?, ?)");
        return new Open() {
            @Override
            public void commit(Map<String, String> rows) throws SQLException {
                for (Map.Entry<String, String> row : rows.entrySet()) {
                    put.setString(1, row.getKey());
                    put.setString(2, row.getValue());
                    put.executeUpdate();
                }
                connection.commit();
            }

            @Override
            public void close() throws SQLException {
                put.close();
                connection.close();
            }
        };
    }

    @Override
    public Map<String, String> read(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            try (ResultSet check = statement.executeQuery("PRAGMA integrity_check")) {
                if (!check.next() || !check.getString(1).equals("ok")) {
                    throw new SQLException("integrity_check: " + check.getString(1));
                }
            }
            Map<String, String> rows = new HashMap<>();
            try (ResultSet all = statement.executeQuery("SELECT k, v FROM rows")) {
                while (all.next()) {
                    rows.put(all.getString(1), all.getString(2));
                }
            }
            return rows;
        }
    }
}
