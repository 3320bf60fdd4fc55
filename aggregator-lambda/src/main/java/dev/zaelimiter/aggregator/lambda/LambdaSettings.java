package dev.zaelimiter.aggregator.lambda;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.aggregator.AggregatorSettings;
import dev.zaelimiter.aggregator.s3.S3Encryption;
import dev.zaelimiter.aggregator.s3.S3Location;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the function, from its environment.
 *
 * @param table the table whose stream it is called with ({@code ZAEL_STACK})
 * @param aggregator how it aggregates ({@code ZAEL_WINDOWS}: hourly, daily, monthly, with commas; hourly,daily if not
 *     given)
 * @param archive where expired records of changes go ({@code ZAEL_ARCHIVE}: s3://BUCKET/PREFIX); null for nowhere
 * @param deadLetters where changes go that can't be counted ({@code ZAEL_DEAD_LETTERS}: s3://BUCKET/PREFIX); null for
 *     the log
 * @param encryption how S3 encrypts both ({@code ZAEL_ARCHIVE_ENCRYPTION}: bucket, s3, kms or kms:KEY)
 */
record LambdaSettings(
        String table,
        AggregatorSettings aggregator,
        @Nullable S3Location archive,
        @Nullable S3Location deadLetters,
        String encryption) {

    static final String TABLE = "ZAEL_STACK";
    static final String WINDOWS = "ZAEL_WINDOWS";
    static final String RETENTION = "ZAEL_USAGE_RETENTION_DAYS";
    static final String ARCHIVE = "ZAEL_ARCHIVE";
    static final String DEAD_LETTERS = "ZAEL_DEAD_LETTERS";
    static final String ENCRYPTION = "ZAEL_ARCHIVE_ENCRYPTION";

    private static final int LEAST_RETENTION = 3;
    private static final int LONGEST_RETENTION = 36_500;

    /**
     * Reads them.
     *
     * @throws InvalidInputException that names a variable, if one is missing or wrong
     */
    static LambdaSettings of(Map<String, String> environment) {
        String table = environment.getOrDefault(TABLE, "");
        if (!table.matches("[A-Za-z0-9_.\\-]{3,255}")) {
            throw new InvalidInputException(TABLE, table, "the table's name: 3 to 255 letters, digits and _ . -");
        }
        String encryption = environment.getOrDefault(ENCRYPTION, "bucket");
        S3Location archive = location(environment, ARCHIVE, encryption);
        S3Location deadLetters = location(environment, DEAD_LETTERS, encryption);
        if (archive == null && deadLetters == null && environment.containsKey(ENCRYPTION)) {
            throw new InvalidInputException(ENCRYPTION, encryption, "only beside " + ARCHIVE + " or " + DEAD_LETTERS);
        }
        return new LambdaSettings(
                table,
                AggregatorSettings.defaults()
                        .windows(windows(environment.getOrDefault(WINDOWS, "hourly,daily")))
                        .retention(retention(environment.getOrDefault(RETENTION, "90"))),
                archive,
                deadLetters,
                encryption);
    }

    /** A place in S3; null where none is given. */
    private static @Nullable S3Location location(Map<String, String> environment, String name, String encryption) {
        String text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return null;
        }
        try {
            S3Encryption.parse(encryption);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(ENCRYPTION, encryption, "bucket, s3, kms or kms:KEY");
        } catch (LinkageError e) {
            throw new InvalidInputException(
                    name, text, "nothing, since this jar is without S3: take the one named function-archive");
        }
        try {
            return S3Location.parse(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(name, text, "s3://BUCKET/PREFIX");
        }
    }

    private static Duration retention(String text) {
        if (text.matches("[1-9][0-9]{0,4}")) {
            int days = Integer.parseInt(text);
            if (days >= LEAST_RETENTION && days <= LONGEST_RETENTION) {
                return Duration.ofDays(days);
            }
        }
        throw new InvalidInputException(RETENTION, text, LEAST_RETENTION + " to " + LONGEST_RETENTION + " days");
    }

    private static Set<UsageWindow> windows(String text) {
        Set<UsageWindow> windows = EnumSet.noneOf(UsageWindow.class);
        for (String each : text.split(",", -1)) {
            try {
                windows.add(UsageWindow.of(each.trim()));
            } catch (InvalidInputException e) {
                throw new InvalidInputException(WINDOWS, text, "hourly, daily or monthly, with commas between them");
            }
        }
        return windows;
    }
}
