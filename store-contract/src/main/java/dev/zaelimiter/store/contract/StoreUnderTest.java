package dev.zaelimiter.store.contract;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An open store, and what the kit may ask of it. A capability that is not declared makes the tests that need it
 * skipped, with the reason.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * return StoreUnderTest.of(new InMemoryStore(clock))
 *         .withClock(clock::now, clock::advance)
 *         .withExactIndexReads()
 *         .withChangeFeed();
 * }</pre>
 *
 * <p>Immutable: each {@code with} method returns another one for the same store.
 */
public final class StoreUnderTest {

    private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(15);
    private static final Duration DEFAULT_PAUSE = Duration.ofMillis(20);
    private static final int DEFAULT_ROUNDS = 250;

    private final ItemStore store;
    private final Supplier<Instant> now;
    private final @Nullable Consumer<Duration> advance;
    private final boolean exactIndexReads;
    private final boolean changeFeed;
    private final boolean promptExpiry;
    private final boolean wideNumbers;
    private final @Nullable AttributeValue opaque;
    private final Duration patience;
    private final Duration pause;
    private final int rounds;

    private StoreUnderTest(Draft draft) {
        this.store = draft.store;
        this.now = draft.now;
        this.advance = draft.advance;
        this.exactIndexReads = draft.exactIndexReads;
        this.changeFeed = draft.changeFeed;
        this.promptExpiry = draft.promptExpiry;
        this.wideNumbers = draft.wideNumbers;
        this.opaque = draft.opaque;
        this.patience = draft.patience;
        this.pause = draft.pause;
        this.rounds = draft.rounds;
    }

    /**
     * A store of which nothing is known but that it is one.
     *
     * @param store an open store; the kit closes it
     * @return no capabilities, the system's wall clock, and 15 seconds of patience
     */
    public static StoreUnderTest of(ItemStore store) {
        return new StoreUnderTest(new Draft(store));
    }

    /**
     * The store's time can be moved.
     *
     * @param now the store's wall clock
     * @param advance moves it forward
     * @return the same with this capability
     */
    public StoreUnderTest withClock(Supplier<Instant> now, Consumer<Duration> advance) {
        Draft draft = new Draft(this);
        draft.now = Objects.requireNonNull(now, "now");
        draft.advance = Objects.requireNonNull(advance, "advance");
        return new StoreUnderTest(draft);
    }

    /**
     * A query of an index sees every write that was answered before.
     *
     * @return the same with this capability
     */
    public StoreUnderTest withExactIndexReads() {
        Draft draft = new Draft(this);
        draft.exactIndexReads = true;
        return new StoreUnderTest(draft);
    }

    /**
     * {@link ItemStore#changes} works.
     *
     * @return the same with this capability
     */
    public StoreUnderTest withChangeFeed() {
        Draft draft = new Draft(this);
        draft.changeFeed = true;
        return new StoreUnderTest(draft);
    }

    /**
     * An item is gone for everybody one second after its time to live, which the port allows but does not ask for.
     *
     * @return the same with this capability
     */
    public StoreUnderTest withPromptExpiry() {
        Draft draft = new Draft(this);
        draft.promptExpiry = true;
        return new StoreUnderTest(draft);
    }

    /**
     * The store keeps a sum that is no {@code long}, exactly, where others refuse it.
     *
     * @return the same with this capability
     */
    public StoreUnderTest withWideNumbers() {
        Draft draft = new Draft(this);
        draft.wideNumbers = true;
        return new StoreUnderTest(draft);
    }

    /**
     * A value of a type that the limiter does not use, in the store's own representation.
     *
     * @param value a value that the store can hold
     * @return the same with this capability
     */
    public StoreUnderTest withOpaque(AttributeValue.Opaque value) {
        Draft draft = new Draft(this);
        draft.opaque = Objects.requireNonNull(value, "value");
        return new StoreUnderTest(draft);
    }

    /**
     * How long to wait for an index that lags, for changes to arrive, and for an answer.
     *
     * @param most after this a test fails
     * @param between the pause between two looks
     * @return the same with this patience
     */
    public StoreUnderTest withPatience(Duration most, Duration between) {
        Draft draft = new Draft(this);
        draft.patience = Objects.requireNonNull(most, "most");
        draft.pause = Objects.requireNonNull(between, "between");
        return new StoreUnderTest(draft);
    }

    /**
     * How often each of eight threads calls, where threads call at the same time: 250 times unless this is said. For a
     * store that needs milliseconds for each call.
     *
     * @param each 1 or more
     * @return the same with so many calls
     * @throws IllegalArgumentException if there are none
     */
    public StoreUnderTest withRounds(int each) {
        if (each < 1) {
            throw new IllegalArgumentException("rounds: " + each + " is less than 1");
        }
        Draft draft = new Draft(this);
        draft.rounds = each;
        return new StoreUnderTest(draft);
    }

    ItemStore store() {
        return store;
    }

    long nowSeconds() {
        return now.get().getEpochSecond();
    }

    boolean canAdvanceTime() {
        return advance != null;
    }

    void advance(Duration amount) {
        Objects.requireNonNull(advance, "ask canAdvanceTime() first").accept(amount);
    }

    boolean exactIndexReads() {
        return exactIndexReads;
    }

    boolean changeFeed() {
        return changeFeed;
    }

    boolean promptExpiry() {
        return promptExpiry;
    }

    boolean wideNumbers() {
        return wideNumbers;
    }

    @Nullable
    AttributeValue opaque() {
        return opaque;
    }

    Duration patience() {
        return patience;
    }

    Duration pause() {
        return pause;
    }

    /** The same fields, open to change. */
    int rounds() {
        return rounds;
    }

    private static final class Draft {
        private final ItemStore store;
        private Supplier<Instant> now = Instant::now;
        private @Nullable Consumer<Duration> advance;
        private boolean exactIndexReads;
        private boolean changeFeed;
        private boolean promptExpiry;
        private boolean wideNumbers;
        private @Nullable AttributeValue opaque;
        private Duration patience = DEFAULT_PATIENCE;
        private int rounds = DEFAULT_ROUNDS;
        private Duration pause = DEFAULT_PAUSE;

        private Draft(ItemStore store) {
            this.store = Objects.requireNonNull(store, "store");
        }

        private Draft(StoreUnderTest from) {
            this.store = from.store;
            this.now = from.now;
            this.advance = from.advance;
            this.exactIndexReads = from.exactIndexReads;
            this.changeFeed = from.changeFeed;
            this.promptExpiry = from.promptExpiry;
            this.wideNumbers = from.wideNumbers;
            this.opaque = from.opaque;
            this.patience = from.patience;
            this.rounds = from.rounds;
            this.pause = from.pause;
        }
    }
}
