package dev.zaelimiter.embedded.journal;

/** A batch whose checksum is right and whose content makes no sense: not written by a store, or written by a bug. */
final class MalformedBatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedBatchException(String message) {
        super(message);
    }
}
