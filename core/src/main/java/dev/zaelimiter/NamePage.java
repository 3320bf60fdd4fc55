package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/**
 * Some names.
 *
 * @param names in order
 * @param next what to go on with; empty if this is the last page
 */
public record NamePage(List<String> names, Optional<String> next) {

    /** Copies the list. */
    public NamePage {
        names = List.copyOf(names);
    }
}
