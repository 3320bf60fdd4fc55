package dev.zaelimiter.store;

/**
 * Which items a full store may refuse to create, and which it may delete to make room: only the limiter knows what can
 * be made anew. Implementations are pure, and safe for use by many threads.
 */
public interface Expendables {

    /**
     * Whether an item may be refused for want of room.
     *
     * @param item one that is not there yet
     * @return false for what must be stored whatever there is already
     */
    boolean mayBeRefused(Item item);

    /**
     * Whether an item may go at this moment.
     *
     * @param item one that is there
     * @param nowMillis milliseconds since the epoch
     * @return true if nothing is lost, and nothing made, when it goes
     */
    boolean mayGo(Item item, long nowMillis);
}
