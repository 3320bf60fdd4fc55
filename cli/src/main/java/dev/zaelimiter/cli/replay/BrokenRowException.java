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

    /** The API's own wording, which also makes the value's control characters visible and cuts what is long. */
    String reason() {
        return Objects.toString(new InvalidInputException(Text.visible(field), value, rule).getMessage());
    }
}
