package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a manifest that breaks a rule. It names the place, the value and what is allowed; nothing was written.
 */
public final class ManifestException extends InvalidInputException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    ManifestException(int line, int column, String path, @Nullable Object value, String rule) {
        super(path, value, rule);
        this.line = line;
        this.column = column;
    }

    /**
     * Where the entry is.
     *
     * @return a line, the first is 1
     */
    public int line() {
        return line;
    }

    /**
     * Where the entry begins in its line.
     *
     * @return a column, the first is 1
     */
    public int column() {
        return column;
    }

    @Override
    public String getMessage() {
        return "line " + line + ", column " + column + ": " + super.getMessage();
    }
}
