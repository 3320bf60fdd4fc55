package dev.zaelimiter.aggregator.lambda;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.aggregator.AggregatorSettings;
import dev.zaelimiter.aggregator.s3.S3Encryption;
import dev.zaelimiter.aggregator.s3.S3Location;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the function, from its environment.
 *
 * @param table the table whose stream it is called with ({@code ZAEL_STACK})
 * @param aggregator how it aggregates ({@code ZAEL_WINDOWS}: hourly, daily, monthly, with commas; hourly,daily if not given)
 * @param archive where expired records of changes go ({@code ZAEL_ARCHIVE}: s3://BUCKET/PREFIX); null for nowhere
 * @param encryption how S3 encrypts them ({@code ZAEL_ARCHIVE_ENCRYPTION}: bucket, s3, kms or kms:KEY)
 */
record LambdaSettings(
        String table,
        AggregatorSettings aggregator,
        @Nullable S3Location archive,
        String encryption) {

    static final String TABLE = "ZAEL_STACK";
    static final String WINDOWS = "ZAEL_WINDOWS";
    static final String ARCHIVE = "ZAEL_ARCHIVE";
    static final String ENCRYPTION = "ZAEL_ARCHIVE_ENCRYPTION";

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
        String archive = environment.getOrDefault(ARCHIVE, "");
        String encryption = environment.getOrDefault(ENCRYPTION, "bucket");
        if (archive.isEmpty() && environment.containsKey(ENCRYPTION)) {
            throw new InvalidInputException(ENCRYPTION, encryption, "only beside " + ARCHIVE);
        } else if (!archive.isEmpty()) {
            check(archive, encryption);
        }
        return new LambdaSettings(
                table,
                AggregatorSettings.defaults().windows(windows(environment.getOrDefault(WINDOWS, "hourly,daily"))),
                archive.isEmpty() ? null : location(archive),
                encryption);
    }

    private static void check(String archive, String encryption) {
        try {
            S3Encryption.parse(encryption);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(ENCRYPTION, encryption, "bucket, s3, kms or kms:KEY");
        } catch (LinkageError e) {
            throw new InvalidInputException(
                    ARCHIVE, archive, "nothing, since this jar is without S3: take the one named function-archive");
        }
    }

    private static S3Location location(String text) {
        try {
            return S3Location.parse(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(ARCHIVE, text, "s3://BUCKET/PREFIX");
        }
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
