package dev.zaelimiter.cli.admin.local;

/** The command was right, but this machine is in the way; what was changed is said, if anything was. */
final class LocalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LocalException(String message) {
        super(message);
    }

    LocalException(String message, Throwable cause) {
        super(message, cause);
    }
}
