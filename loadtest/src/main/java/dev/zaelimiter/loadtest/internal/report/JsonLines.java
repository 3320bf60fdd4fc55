package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A file of one object a line, of which some may be damaged: whoever wrote it may have died, or not be through. For one
 * thread.
 */
final class JsonLines<T> {

    private final GrowingLines lines;
    private final Function<Fields, T> reading;
    private final Damage damage;
    private final String name;
    private int number;

    JsonLines(Path file, Function<Fields, T> reading) {
        this.lines = new GrowingLines(file);
        this.reading = reading;
        this.damage = new Damage(file);
        this.name = Damage.nameOf(file);
    }

    /** All of a file that nobody writes any more; what can't be read is told. */
    static <T> List<T> all(Path file, List<String> problems, Function<Fields, T> reading) {
        JsonLines<T> read = new JsonLines<>(file, reading);
        List<T> found = new ArrayList<>();
        read.read(found::add, problems);
        read.end(found::add);
        read.tell(problems);
        return found;
    }

    /** Hands on what has come since the last time, as far as its lines are whole. */
    void read(Consumer<T> each, List<String> problems) {
        try {
            lines.read(line -> take(line, each));
        } catch (IOException e) {
            problems.add(name + " can't be read: " + e.getMessage());
        }
    }

    /** Nobody writes any more: what stands behind the last whole line is one that was cut short, or lacks its end. */
    void end(Consumer<T> each) {
        take(lines.rest(), each);
    }

    private void take(String line, Consumer<T> each) {
        number++;
        if (line.isBlank()) {
            return;
        }
        T object;
        try {
            object = reading.apply(Fields.parse(name + " line " + number, line));
        } catch (InvalidInputException e) {
            damage.add(String.valueOf(e.getMessage()));
            return;
        }
        each.accept(object);
    }

    /** Says what could not be used. */
    void tell(List<String> problems) {
        damage.tell(problems);
    }
}
