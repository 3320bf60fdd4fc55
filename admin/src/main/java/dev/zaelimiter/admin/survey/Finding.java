package dev.zaelimiter.admin.survey;

import java.util.List;

/**
 * Something that was looked for. Immutable.
 *
 * @param subject what
 * @param verdict what becomes of it
 * @param count in how many items it was found
 * @param where some of the places, at most {@link Survey#MOST_PLACES}, in order; a namespace stands before all but
 *     those of the default one
 * @param detail what it means, in a sentence
 */
public record Finding(String subject, Verdict verdict, long count, List<String> where, String detail) {

    /** Copies the list. */
    public Finding {
        where = List.copyOf(where);
    }
}
