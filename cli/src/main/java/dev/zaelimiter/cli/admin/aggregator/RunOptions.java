package dev.zaelimiter.cli.admin.aggregator;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.aggregator.AggregatorSettings;
import dev.zaelimiter.aggregator.ArchiveFolder;
import dev.zaelimiter.aggregator.ArchiveSink;
import dev.zaelimiter.aggregator.DeadLetterFile;
import dev.zaelimiter.aggregator.DeadLetters;
import dev.zaelimiter.aggregator.s3.S3Archive;
import dev.zaelimiter.aggregator.s3.S3DeadLetters;
import dev.zaelimiter.aggregator.s3.S3Encryption;
import dev.zaelimiter.aggregator.s3.S3Location;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the aggregator behaves. */
final class RunOptions {

    private static final Duration LONGEST_POLL = Duration.ofMinutes(1);
    private static final Duration LONGEST_METRICS = Duration.ofDays(1);
    private static final int LEAST_RETENTION = 3;
    private static final int LONGEST_RETENTION = 36_500;
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);

    /** Where the first poller of a table begins. */
    enum Start {
        oldest,
        now
    }

    @Option(
            names = "--archive",
            paramLabel = "DIR|s3://BUCKET/PREFIX",
            description =
                    "Where expired records of changes go: a folder, or a bucket of S3. Without it, they are gone.")
    private @Nullable String archive;

    @Option(
            names = "--archive-encryption",
            paramLabel = "KIND",
            description =
                    "How S3 encrypts the archive and dead letters: bucket (as the bucket is set up), s3, kms or kms:KEY (default:"
                            + " bucket).")
    private @Nullable String archiveEncryption;

    @Option(
            names = "--dead-letters",
            paramLabel = "FILE|s3://BUCKET/PREFIX",
            description =
                    "Where changes go that can't be counted: a line of JSON each, appended to a file, or an object each in"
                            + " a bucket of S3.")
    private @Nullable String deadLetters;

    @Option(
            names = "--windows",
            paramLabel = "WINDOW",
            split = ",",
            description = "Over which lengths of time to sum up: hourly, daily, monthly (default: hourly,daily).")
    private List<String> windows = new ArrayList<>(List.of("hourly", "daily"));

    @Option(
            names = "--usage-retention-days",
            paramLabel = "DAYS",
            description = "How long usage is kept after its window has ended (default: ${DEFAULT-VALUE}).")
    private int retention = 90;

    @Option(
            names = "--start",
            paramLabel = "oldest|now",
            description = "Where the first aggregator of a table begins; later ones go on where the last one stopped"
                    + " (default: ${DEFAULT-VALUE}).")
    private Start start = Start.oldest;

    @Option(names = "--once", description = "Count what is there, and end.")
    private boolean once;

    @Option(
            names = "--poll",
            paramLabel = "MILLISECONDS",
            description = "How long to wait where there was nothing more to read (default: ${DEFAULT-VALUE}).")
    private long poll = 1000;

    @Option(
            names = "--lease",
            paramLabel = "SECONDS",
            description = "When others take over from one that is not heard of; the same for all of a table (default:"
                    + " ${DEFAULT-VALUE}).")
    private long lease = 30;

    @Option(
            names = "--metrics",
            paramLabel = "SECONDS",
            description = "How often to print figures; 0 for at the end alone (default: ${DEFAULT-VALUE}).")
    private long metrics = 60;

    /** Refuses what can't be used. */
    void check() {
        if (poll < 1 || poll > LONGEST_POLL.toMillis()) {
            throw new InvalidInputException("--poll", poll, "1 to " + LONGEST_POLL.toMillis() + " milliseconds");
        } else if (lease < 1 || lease > LONGEST_LEASE.toSeconds()) {
            throw new InvalidInputException("--lease", lease, "1 to " + LONGEST_LEASE.toSeconds() + " seconds");
        } else if (metrics < 0 || metrics > LONGEST_METRICS.toSeconds()) {
            throw new InvalidInputException("--metrics", metrics, "0 to " + LONGEST_METRICS.toSeconds() + " seconds");
        } else if (retention < LEAST_RETENTION || retention > LONGEST_RETENTION) {
            throw new InvalidInputException(
                    "--usage-retention-days", retention, LEAST_RETENTION + " to " + LONGEST_RETENTION);
        }
        settings();
        checkArchive();
        if (deadLetters != null && S3Location.isOne(deadLetters)) {
            location("--dead-letters", deadLetters);
            encryption();
        } else if (deadLetters != null) {
            Writable.requireFile("--dead-letters", deadLetters, path("--dead-letters", deadLetters));
        }
    }

    private void checkArchive() {
        boolean bucket = archive != null && S3Location.isOne(archive);
        if (archiveEncryption != null && !bucket && (deadLetters == null || !S3Location.isOne(deadLetters))) {
            throw new InvalidInputException(
                    "--archive-encryption",
                    archiveEncryption,
                    "only beside --archive or --dead-letters s3://BUCKET/PREFIX");
        }
        if (bucket) {
            location("--archive", Objects.requireNonNull(archive));
            encryption();
        } else if (archive != null) {
            Writable.requireFolder("--archive", archive, path("--archive", archive));
        }
    }

    private S3Encryption encryption() {
        return archiveEncryption == null ? S3Encryption.OF_THE_BUCKET : S3Encryption.parse(archiveEncryption);
    }

    private static void location(String option, String text) {
        try {
            S3Location.parse(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(option, text, "s3://BUCKET/PREFIX; " + e.getMessage());
        }
    }

    private static Path path(String option, String name) {
        try {
            if (!name.isEmpty()) {
                return Path.of(name);
            }
        } catch (InvalidPathException e) {
            // Said below.
        }
        throw new InvalidInputException(option, name, "the name of a file or directory");
    }

    AggregatorSettings settings() {
        Set<UsageWindow> chosen = EnumSet.noneOf(UsageWindow.class);
        for (String each : windows) {
            chosen.add(window(each));
        }
        return AggregatorSettings.defaults().windows(chosen).retention(Duration.ofDays(retention));
    }

    private static UsageWindow window(String text) {
        for (UsageWindow each : UsageWindow.values()) {
            if (each.text().equals(text)) {
                return each;
            }
        }
        throw new InvalidInputException("--windows", text, "hourly, daily or monthly, with commas between them");
    }

    @Nullable
    ArchiveSink archive(Executor executor) {
        if (archive == null) {
            return null;
        }
        return S3Location.isOne(archive)
                ? S3Archive.at(S3Location.parse(archive), encryption(), executor)
                : new ArchiveFolder(path("--archive", archive), executor);
    }

    @Nullable
    DeadLetters deadLetters(Executor executor) {
        if (deadLetters == null) {
            return null;
        }
        return S3Location.isOne(deadLetters)
                ? S3DeadLetters.at(S3Location.parse(deadLetters), encryption(), executor)
                : new DeadLetterFile(path("--dead-letters", deadLetters), executor);
    }

    boolean startsNow() {
        return start == Start.now;
    }

    boolean once() {
        return once;
    }

    Duration poll() {
        return Duration.ofMillis(poll);
    }

    Duration lease() {
        return Duration.ofSeconds(lease);
    }

    /** From one print to the next; null for none. */
    @Nullable
    Duration metrics() {
        return metrics == 0 ? null : Duration.ofSeconds(metrics);
    }
}
