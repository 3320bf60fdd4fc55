package dev.zaelimiter.admin;

import java.util.List;
import java.util.Optional;

/**
 * Some records of one subject.
 *
 * @param events the newest first
 * @param next what to go on with; empty if this is the last page
 */
public record AuditPage(List<AuditEvent> events, Optional<String> next) {

    /** Copies the list. */
    public AuditPage {
        events = List.copyOf(events);
    }
}
