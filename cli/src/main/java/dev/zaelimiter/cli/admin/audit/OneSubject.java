package dev.zaelimiter.cli.admin.audit;

import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.AuditPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of one subject within some time, and after a certain one. They are read from the newest on. */
final class OneSubject {

    private static final int AT_ONCE = 1000;

    private final AuditLog log;
    private final String subject;

    OneSubject(AuditLog log, String subject) {
        this.log = log;
        this.subject = subject;
    }

    AuditPage read(@Nullable Instant since, @Nullable Instant until, int limit, @Nullable String after) {
        List<AuditEvent> events = new ArrayList<>();
        boolean narrowed = since != null || until != null || after != null;
        String token = null;
        do {
            AuditPage page = log.read(subject, narrowed ? AT_ONCE : Math.min(AT_ONCE, limit + 1), token);
            for (AuditEvent event : page.events()) {
                if (events.size() > limit) {
                    break;
                }
                if ((after != null && event.id().compareTo(after) >= 0) || isTooLate(event, until)) {
                    continue;
                }
                if (isTooEarly(event, since)) {
                    return page(events, limit);
                }
                events.add(event);
            }
            token = page.next().orElse(null);
        } while (token != null && events.size() <= limit);
        return page(events, limit);
    }

    private static boolean isTooLate(AuditEvent event, @Nullable Instant until) {
        return until != null && !event.madeAt().isBefore(until);
    }

    private static boolean isTooEarly(AuditEvent event, @Nullable Instant since) {
        return since != null && event.madeAt().isBefore(since);
    }

    private static AuditPage page(List<AuditEvent> events, int limit) {
        boolean more = events.size() > limit;
        List<AuditEvent> shown = more ? events.subList(0, limit) : events;
        return new AuditPage(
                shown, more ? Optional.of(shown.get(shown.size() - 1).id()) : Optional.empty());
    }
}
