package dev.zaelimiter.spring.boot;

/** What is on the class path does not go together. Thrown at start, before any bean is made. */
public final class UnfitApplicationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitApplicationException(String message) {
        super(message);
    }
}
