package dev.zaelimiter.dynamodb;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Finds the server's time in its answers, good or bad, and tells a clock of it. Safe for use by many threads. */
final class ServerDates {

    private static final String HEADER = "Date";

    private final ServerTimeEnvironment environment;
    private volatile Read last = new Read("", -1);

    ServerDates(ServerTimeEnvironment environment) {
        this.environment = environment;
    }

    /** Answers of one second say the same. */
    private record Read(String text, long seconds) {}

    /**
     * Learns from what came back.
     *
     * @param sentNanos when the request was sent, monotonic
     * @param answer a response or what the SDK made of a refusal; anything else says nothing
     */
    void heard(long sentNanos, @Nullable Object answer) {
        long receivedNanos = environment.monotonicNanos();
        SdkHttpResponse http = null;
        if (answer instanceof SdkResponse response) {
            http = response.sdkHttpResponse();
        } else if (answer instanceof AwsServiceException refusal && refusal.awsErrorDetails() != null) {
            http = refusal.awsErrorDetails().sdkHttpResponse();
        }
        if (http != null) {
            http.firstMatchingHeader(HEADER)
                    .ifPresent(date -> environment.serverClock().observe(sentNanos, receivedNanos, seconds(date)));
        }
    }

    /** Seconds since the epoch, or -1 for a date that is none. */
    private long seconds(String date) {
        Read known = last;
        if (!known.text.equals(date)) {
            known = new Read(date, parse(date));
            last = known;
        }
        return known.seconds;
    }

    private static long parse(String date) {
        try {
            return DateTimeFormatter.RFC_1123_DATE_TIME
                    .parse(date, Instant::from)
                    .getEpochSecond();
        } catch (DateTimeException e) {
            return -1;
        }
    }
}
