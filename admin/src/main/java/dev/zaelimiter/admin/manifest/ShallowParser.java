package dev.zaelimiter.admin.manifest;

import java.util.Optional;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Refuses a document that is nested deeper than any manifest: what is built from events calls itself for each level,
 * and would end with the stack. Not thread-safe.
 */
final class ShallowParser implements Parser {

    private static final int DEEPEST = 16;

    private final Parser parser;
    private int depth;

    ShallowParser(Parser parser) {
        this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public Event next() {
        Event event = parser.next();
        if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
            Optional<Mark> mark = event.getStartMark();
            throw new ManifestException(
                    mark.map(Mark::getLine).orElse(0) + 1,
                    mark.map(Mark::getColumn).orElse(0) + 1,
                    "the manifest",
                    "nested deeper than " + DEEPEST + " levels",
                    "mappings of at most seven levels");
        }
        depth -= event instanceof CollectionEndEvent ? 1 : 0;
        return event;
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }
}
