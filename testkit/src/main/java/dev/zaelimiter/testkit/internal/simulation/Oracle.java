package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Key;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches everything and believes nothing. It sees what clients ask, what they are told, and what lands in the store,
 * and holds it against the laws of the design with arithmetic of its own.
 */
final class Oracle {

    /** For so long a client goes on to ask what became of a write. */
    private static final int PATIENCE_DEADLINES = 10;

    /** After so long a process has read again what it knows, though some reads fail, and each is paused after. */
    private static final long READS_MAY_FAIL_NANOS = 10_000_000_000L;

    private final Scenario scenario;
    private final Notes notes;
    private final Told told;
    private final WriteBound bound;
    private final Hearing hearing;
    private final Untold untold = new Untold(this);
    private final Accounts accounts = new Accounts(this);
    private final Landings landings;
    private final Refusals refusals = new Refusals(accounts);
    private final Gifts gifts = new Gifts(this);
    private final MixedFleet mixed;
    private final OwnDebt ownDebt;
    private final Grounds grounds;
    private final Calls calls;
    private final Findings findings;
    private final Map<String, Oracle> neighbours = new TreeMap<>();
    private @Nullable World world;
    private final Map<String, Integer> answered = new TreeMap<>();

    Oracle(Scenario scenario) {
        this(scenario, new Findings());
    }

    /** One that watches another namespace, and finds faults for the same run. */
    Oracle(Scenario scenario, Findings findings) {
        this.scenario = scenario;
        this.findings = findings;
        this.mixed = new MixedFleet(scenario, this);
        this.ownDebt = new OwnDebt(scenario, this);
        this.grounds = new Grounds(scenario, this);
        this.notes = new Notes(
                this,
                RequestGenerator.resources(scenario),
                scenario.configTtlMillis * 1_000_000,
                scenario.faultless() ? scenario.deadlineMillis * 1_000_000 : READS_MAY_FAIL_NANOS);
        this.told = new Told(scenario, this);
        this.bound = new WriteBound(scenario, this);
        this.hearing = new Hearing(scenario, this);
        this.calls = new Calls(scenario, this);
        this.landings = new Landings(this, accounts, PATIENCE_DEADLINES * scenario.deadlineMillis * 1_000_000);
    }

    void watch(World watched) {
        world = watched;
    }

    /** Another one watches what lies in a namespace. */
    void neighbour(String namespace, Oracle other) {
        neighbours.put(namespace, other);
    }

    /** Those that watch other namespaces. */
    Collection<Oracle> neighbours() {
        return neighbours.values();
    }

    /** The one that watches a key. */
    Oracle of(Key key) {
        return neighbours.isEmpty() ? this : neighbours.getOrDefault(KeyReader.namespace(key), this);
    }

    long nowNanos() {
        return world == null ? 0 : world.nowNanos();
    }

    /** What a right clock shows. */
    long trueMillis() {
        return Host.ORIGIN_MILLIS + nowNanos() / 1_000_000;
    }

    void trace(int hash, Supplier<String> line) {
        if (world != null) {
            world.trace(hash, line);
        }
    }

    void note(Supplier<String> line) {
        if (world != null) {
            world.note(line);
        }
    }

    void violated(String rule, String what) {
        findings.add(rule, what);
        if (world != null) {
            world.trace("VIOLATED " + rule + ": " + what);
        }
    }

    /** What clients ask, and what they are told. */
    Calls calls() {
        return calls;
    }

    /** What the operator has stored. */
    Notes notes() {
        return notes;
    }

    /** Whether callers are told what is so. */
    Told told() {
        return told;
    }

    /** How many writes each process makes. */
    WriteBound bound() {
        return bound;
    }

    /** What is granted by when callers hear of it. */
    Hearing hearing() {
        return hearing;
    }

    /** What was cut of what went back. */
    Untold untold() {
        return untold;
    }

    /** What is given to buckets from outside. */
    Gifts gifts() {
        return gifts;
    }

    /** What the Python system does to the same buckets, if there is any. */
    MixedFleet mixed() {
        return mixed;
    }

    /** What is sent to the store, and lands there. */
    Landings landings() {
        return landings;
    }

    Findings findings() {
        return findings;
    }

    /** Whether it is worth going on. */
    boolean content() {
        return !findings.enough();
    }

    /** A client was told how a write ended. */
    void wrote(String kindAndOutcome) {
        answered.merge(kindAndOutcome, 1, Integer::sum);
    }

    /** How much of something there was. */
    void measured(String what, long amount) {
        answered.merge(what, (int) Math.min(Integer.MAX_VALUE, amount), Integer::sum);
    }

    Map<String, Integer> answered() {
        return answered;
    }

    /** How far any two clocks may be apart. */
    long clocksApartMillis() {
        return 2 * scenario.worstOffsetMillis();
    }

    /**
     * So much time may be refilled before it passes. Where a stamp is taken back, a lead is refilled up to three times:
     * decision 029 has the reason, and {@code TakenBackTest} counts it.
     */
    long earlyMillis() {
        return (takesBackStamps() ? 3 : 1) * clocksApartMillis();
    }

    /** Whether requests bring limits that are stored nowhere. */
    boolean callsBringLimits() {
        return scenario.callLimits;
    }

    /** Whether a limit counts and never refuses. */
    boolean soft(String limit) {
        return scenario.soft(limit);
    }

    /** Whether clocks may be so far apart that one takes the stamp of another for damage, and takes it back. */
    boolean takesBackStamps() {
        return scenario.jumpMillis > 0;
    }

    /**
     * Whether a write may go by what its call brought of a limit, however wide: it is stored nowhere, as far as its
     * process knows, and binds nobody, though the bucket has its numbers.
     */
    boolean mayGoByItsCall(Sent sent, String bucket, String limit) {
        return scenario.callLimits
                && !scenario.limitsStay()
                && notes.mayBeTakenForUnstored(bucket, limit, sent.client(), sent.nanos());
    }

    /** Whether calls may narrow what is stored for all, so that less may be in a bucket. */
    boolean callsNarrow() {
        return scenario.ratesDiffer();
    }

    /** Whether an operator deletes buckets. */
    boolean erasesBuckets() {
        return scenario.operations > 0;
    }

    /** Whether buckets may lie in several shards. */
    boolean divided() {
        return scenario.divided();
    }

    /** The most that a client may give back of a limit in one write. */
    BigInteger mayComeBack(String client, String bucket, String limit) {
        return scenario.nothingComesBack()
                ? BigInteger.ZERO
                : accounts.of(client, bucket, limit).owedBack();
    }

    /** Whether those who wait are let go when what they owe has come back. */
    OwnDebt ownDebt() {
        return ownDebt;
    }

    /** What each process was shown, and refused by. */
    Grounds grounds() {
        return grounds;
    }

    /** For so long a process of ours makes a bucket by what it was shown of it: as old as its limits may be. */
    long looksAgainAfterNanos() {
        return (scenario.configTtlMillis + 2 * scenario.deadlineMillis) * 1_000_000;
    }

    /** Whether refusals were right. */
    Refusals refusals() {
        return refusals;
    }

    Accounts accounts() {
        return accounts;
    }
}
