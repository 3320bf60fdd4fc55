package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * A store's failure, sorted by what the caller may assume of the write. Closed: a store maps each of its own errors to
 * one of these.
 */
public abstract sealed class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private StoreException(String message, @Nullable Throwable cause) {
        super(Printable.escaped(message), cause);
    }

    /**
     * Whether a write that failed like this may have been applied, now or later.
     *
     * @return false if surely not
     */
    public abstract boolean maybeApplied();

    /**
     * Whether the same call may succeed when tried again a little later.
     *
     * @return true if worth another try
     */
    public abstract boolean retryable();

    /** The store asks for less load. Surely not applied. */
    public static final class Throttled extends StoreException {
        private static final long serialVersionUID = 1L;

        private final boolean keyRange;

        /**
         * Says why; the store as a whole, or it is not known what of it.
         *
         * @param message what the store said
         * @param cause its own error, if there is one
         */
        public Throttled(String message, @Nullable Throwable cause) {
            this(message, cause, false);
        }

        /**
         * Says why, and where.
         *
         * @param message what the store said
         * @param cause its own error, if there is one
         * @param keyRange whether it is the partition of the item's own key that has had enough, while others have not
         */
        public Throttled(String message, @Nullable Throwable cause, boolean keyRange) {
            super(message, cause);
            this.keyRange = keyRange;
        }

        /**
         * Whether it is the partition of the item's own key that has had enough. To turn to other keys helps then.
         *
         * @return false if it is the store as a whole, an index, or not known
         */
        public boolean keyRange() {
            return keyRange;
        }

        @Override
        public boolean maybeApplied() {
            return false;
        }

        @Override
        public boolean retryable() {
            return true;
        }
    }

    /** The store could not be reached: nothing was sent. Surely not applied. */
    public static final class Unreachable extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Says why.
         *
         * @param message what happened
         * @param cause the error below, if there is one
         */
        public Unreachable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean maybeApplied() {
            return false;
        }

        @Override
        public boolean retryable() {
            return true;
        }
    }

    /** Another transaction was in the way. Surely not applied. */
    public static final class Conflict extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Says why.
         *
         * @param message what the store said
         * @param cause its own error, if there is one
         */
        public Conflict(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean maybeApplied() {
            return false;
        }

        @Override
        public boolean retryable() {
            return true;
        }
    }

    /** The answer was lost, or is a failure of the store itself. May have been applied, or still be. */
    public static final class Uncertain extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Says why.
         *
         * @param message what happened
         * @param cause the error below, if there is one
         */
        public Uncertain(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean maybeApplied() {
            return true;
        }

        @Override
        public boolean retryable() {
            return true;
        }
    }

    /** The store refuses access: credentials, permissions, a table that is not there. Surely not applied. */
    public static final class Denied extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Says why, and what to do.
         *
         * @param message advice
         * @param cause the store's own error, if there is one
         */
        public Denied(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean maybeApplied() {
            return false;
        }

        @Override
        public boolean retryable() {
            return false;
        }
    }

    /** The call was not valid: a fault of the limiter, not of its user. Surely not applied. */
    public static final class Misuse extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Says what is not valid.
         *
         * @param message what the store said
         * @param cause its own error, if there is one
         */
        public Misuse(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean maybeApplied() {
            return false;
        }

        @Override
        public boolean retryable() {
            return false;
        }
    }
}
