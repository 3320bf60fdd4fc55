package dev.zaelimiter.cli;

/** Input that can't be used, told in one message for the person who typed the command. */
public class BadInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * With nothing more to say.
     *
     * @param message what is wrong and what is allowed; shown as it is
     */
    public BadInputException(String message) {
        super(message);
    }

    /**
     * For what something below said.
     *
     * @param message what is wrong and what is allowed; shown as it is
     * @param cause what said so
     */
    public BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
