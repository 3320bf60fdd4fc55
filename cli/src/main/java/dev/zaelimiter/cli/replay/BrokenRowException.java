package dev.zaelimiter.cli.replay;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.Text;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row that is skipped. Many rows may be broken and few of them are shown, so there is no stack trace, and the text is
 * made only when asked for.
 */
final class BrokenRowException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final @Nullable String value;
    private final String rule;

    BrokenRowException(String field, @Nullable String value, String rule) {
        super(null, null, false, false);
        this.field = field;
        this.value = value;
        this.rule = rule;
    }

    BrokenRowException(InvalidInputException invalid) {
        this(invalid.field(), invalid.value(), invalid.rule());
    }

    /** The reason without what may be a key: the name of an entity, or a whole line. */
    String maskedReason() {
        boolean ofEntity = field.startsWith("entity") || field.equals("the line");
        return !ofEntity || value == null
                ? reason()
                : new BrokenRowException(field.startsWith("entity ") ? "entity on resource" : field, Mask.HIDDEN, rule)
                        .reason();
    }

    /** The API's own wording, which also makes the value's control characters visible and cuts what is long. */
    String reason() {
        return Objects.toString(new InvalidInputException(Text.visible(field), value, rule).getMessage());
    }
}
