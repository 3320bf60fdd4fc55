package dev.zaelimiter.internal.engine.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * What a pipeline is in the middle of. Immutable. Each method is an event, and tells the phase that it leads to; an
 * event that can't happen in a phase throws.
 *
 * <p>At most one call of the store is under way. What is not known of the last write stays with the pipeline through
 * reads and pauses, until it is known or given up.
 */
sealed interface Phase {

    /** Nothing is under way, and nothing is to be found out. */
    static Phase idle() {
        return Idle.INSTANCE;
    }

    /** A call is under way, or has to wait: nothing else may go out. */
    boolean busy();

    /** The write under way, or the one of which it is not known whether it was applied; or null. */
    default @Nullable InFlightWrite flight() {
        return null;
    }

    /** A read goes out. */
    default Phase reading() {
        throw impossible("a read");
    }

    /** A write goes out. */
    default Phase writing(InFlightWrite write) {
        throw impossible("a write");
    }

    /** A transaction over several shards goes out, or the read that it is planned from. */
    default Phase moving() {
        throw impossible("a transaction");
    }

    /** The call has ended, with an answer or without. */
    default Phase ended() {
        throw impossible("an answer");
    }

    /** It is not known whether a write was applied: it brought no answer. */
    default Phase lost(InFlightWrite write) {
        throw impossible("a lost answer");
    }

    /** What became of the write is known, or given up. */
    default Phase settled() {
        throw impossible("the fate of a write");
    }

    /** Nothing may go out for a while. */
    default Phase paused() {
        throw impossible("a pause");
    }

    /** The pause is over. */
    default Phase woken() {
        throw impossible("the end of a pause");
    }

    private IllegalStateException impossible(String event) {
        return new IllegalStateException(event + " while " + getClass().getSimpleName());
    }

    /** Nothing is under way. */
    record Idle() implements Phase {
        private static final Idle INSTANCE = new Idle();

        @Override
        public boolean busy() {
            return false;
        }

        @Override
        public Phase reading() {
            return new Reading(null);
        }

        @Override
        public Phase writing(InFlightWrite write) {
            return new Writing(write);
        }

        @Override
        public Phase moving() {
            return new Moving();
        }

        @Override
        public Phase lost(InFlightWrite write) {
            return new Unsettled(write);
        }

        @Override
        public Phase settled() {
            return this;
        }

        @Override
        public Phase paused() {
            return new Paused(null);
        }
    }

    /**
     * A read is under way.
     *
     * @param flight a write of which it is not known whether it was applied, or null
     */
    record Reading(@Nullable InFlightWrite flight) implements Phase {
        @Override
        public boolean busy() {
            return true;
        }

        @Override
        public Phase ended() {
            return flight == null ? idle() : new Unsettled(flight);
        }
    }

    /**
     * A write is under way, for the first time or again.
     *
     * @param flight which
     */
    record Writing(InFlightWrite flight) implements Phase {
        @Override
        public boolean busy() {
            return true;
        }

        @Override
        public Phase ended() {
            return idle();
        }
    }

    /** Tokens are being moved between shards. */
    record Moving() implements Phase {
        @Override
        public boolean busy() {
            return true;
        }

        @Override
        public Phase ended() {
            return idle();
        }
    }

    /**
     * Nothing goes out for a while: a call has failed, or the store's partition has to rest.
     *
     * @param flight a write of which it is not known whether it was applied, or null
     */
    record Paused(@Nullable InFlightWrite flight) implements Phase {
        @Override
        public boolean busy() {
            return true;
        }

        @Override
        public Phase woken() {
            return flight == null ? idle() : new Unsettled(flight);
        }
    }

    /**
     * It has to be found out whether a write was applied.
     *
     * @param flight which
     */
    record Unsettled(InFlightWrite flight) implements Phase {
        @Override
        public boolean busy() {
            return false;
        }

        @Override
        public Phase reading() {
            return new Reading(flight);
        }

        @Override
        public Phase writing(InFlightWrite again) {
            return new Writing(again);
        }

        @Override
        public Phase lost(InFlightWrite again) {
            return new Unsettled(again);
        }

        @Override
        public Phase settled() {
            return idle();
        }

        @Override
        public Phase paused() {
            return new Paused(flight);
        }
    }
}
