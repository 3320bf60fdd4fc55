package dev.zaelimiter.example.gateway;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.ModelListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The latest things that happened, for the page. Both kinds of listeners are found by the starter. For many threads.
 */
@Component
final class Events implements ModelListener, LimiterListener {

    private static final int MOST = 12;

    private final Deque<Event> latest = new ArrayDeque<>();
    private long count;

    /**
     * Something that happened.
     *
     * @param number counts up
     * @param entity whose call it was
     * @param what in a word
     * @param detail in some more
     */
    record Event(long number, String entity, String what, String detail) {}

    /** The latest first. */
    synchronized List<Event> latest() {
        return List.copyOf(latest);
    }

    private synchronized void add(String entity, String what, String detail) {
        latest.addFirst(new Event(++count, entity, what, detail));
        if (latest.size() > MOST) {
            latest.removeLast();
        }
    }

    @Override
    public boolean hearsImmediateGrants() {
        return false;
    }

    @Override
    public void refused(Refusal refusal, boolean local) {
        String limits = refusal.violations().stream()
                .map(LimitStatus::limit)
                .map(limit -> limit.name())
                .distinct()
                .collect(Collectors.joining(" and "));
        boolean ofTheProject = refusal.violations().stream()
                .anyMatch(status -> !status.entity().equals(refusal.entity()));
        add(
                refusal.entity(),
                "refused",
                limits + (ofTheProject ? " of the project" : "") + " used up"
                        + refusal.retryAfterHeader()
                                .map(seconds -> ", again in " + seconds + " s")
                                .orElse(""));
    }

    @Override
    public void ended(CallReport report) {
        add(
                report.entity(),
                report.end().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                report.estimated() + " tokens taken, " + report.charged() + " charged");
    }
}
