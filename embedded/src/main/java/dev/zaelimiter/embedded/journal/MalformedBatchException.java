package dev.zaelimiter.embedded.journal;

/** A batch whose sum is right and whose content makes no sense: written by something else, or by a bug. */
final class MalformedBatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedBatchException(String message) {
        super(message);
    }
}
