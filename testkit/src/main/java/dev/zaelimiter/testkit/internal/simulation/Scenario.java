package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run is made of. Times are in milliseconds; chances and shares lie between 0 and 1. A plain bag of numbers: it
 * is filled before a run, and not changed in it.
 */
public final class Scenario implements Cloneable {

    private static final int PATIENCE_DEADLINES = 40;
    private static final long LONG_HOLD_MILLIS = 5_000;

    /** What an operator does most. */
    public enum Habit {
        /** As it comes. */
        ANYTHING,
        /** Entities are deleted and made again, parents too, and cascade or not. */
        GENERATIONS,
        /** Entities move, and are charged to their parent or not. */
        MOVES,
        /** Limits are stored at each level, and deleted. */
        LEVELS,
        /** Limits go from level to level; one of them is stored for everybody all the time. */
        RELOCATIONS,
        /** Switches are turned, and limits made soft and hard. */
        SWITCHES
    }

    // Who.
    public int clients = 3;
    public int entities = 1;
    /** What each of them uses. */
    public int resources = 1;

    public boolean cascade;
    public List<Limit> limits = List.of(Limit.perSecond("rps", 10), Limit.perMinute("tpm", 1000));
    public boolean callLimits;
    /** How many of the requests bring their limits, if any do. */
    public double bringsLimits = 1;

    /** The limits of the parent, if they are not those of its children. */
    public List<Limit> parentLimits = List.of();
    /** What is stored where calls bring other numbers; empty for nothing. */
    public List<Limit> storedLimits = List.of();
    /** Whether each process has the store at hand: its calls are answered at once. */
    public boolean atHand;
    /** Whether numbers may be changed in place although answers take time, as on a store in a file. */
    public boolean inPlace;
    /** Whether nobody listens to what each process does. */
    public boolean deaf;
    /** Processes that only look: at what is there, and which limits hold. */
    public int readers;
    /** What each process does in another namespace of the same store, under the same names; null for nothing. */
    public @Nullable Scenario other;

    // What they do.
    public long durationMillis = 10_000;
    public long thinkMillis = 40;
    /** How long they go on after that, a hundred times as slow. */
    public long quietMillis;

    public int mostOpen = 4;
    /** So many requests are made one right after the other. */
    public int atOnce = 1;

    public int requestsEach = Integer.MAX_VALUE;
    public double bursts;
    public long idleMillis = 3000;
    public long holdMillis = 100;
    public double waits;
    public long mostWaitMillis = 2000;
    public double cancels;
    /** Cancels come after so many further events at most, so at each step of a request; 0 for after a time. */
    public int cancelSteps;

    public double settlesLower;
    public double settlesHigher;
    public double givesBack;
    public double takesMore;
    public double onlyOneLimit = 0.2;
    /** So many request objects are made, and asked again and again; 0 for another one each time. */
    public int differentRequests;

    public double none = 0.02;
    public double large = 0.1;
    /** Most takes are of up to a share of the capacity: one part in so many. */
    public long smallest = 20;

    public double impossible = 0.02;
    public long debtFactor = 1;
    /** Settles to any total up to so much; 0 for up to some times the estimate. */
    public long settlesUpTo;

    // What goes wrong.
    public long latencyMinMillis = 2;
    public long latencyMaxMillis = 8;
    public double slow;
    public double throttled;
    /** Reads of a first shard that its partition turns away. */
    public double deafFirstShards;

    public double unreachable;
    public double lostApplied;
    public double lostNotApplied;
    public double late;
    public long latestMillis = 2000;
    public long skewMillis;
    public long driftPpm;
    /** Transactions that reach the store a second time, under their token. */
    public double repeated;
    /** How often some clock jumps to another offset. */
    public int jumps;

    /** How far a clock may be set; 0 for as far as it may be off at first. */
    public long jumpMillis;
    /**
     * Calls in which the store breaks its contract: it throws, gives no future, fails in its own way, never answers.
     */
    public double breaches;
    /** So long after its time to live an item is deleted. */
    public long deletedLateMillis;
    /** Calls that lose against another one, and change nothing. */
    public double conflicts;
    /** How often a process loses the right to write, and for how long. */
    public int denials;

    public long deniedMillis = 2000;

    public int crashes;
    /** How often a process closes its repository, and another one begins. */
    public int closes;
    /** How often a process forgets the pipelines that nobody holds, as if they had been evicted. */
    public int evictions;
    /** How often a process puts pipelines that nobody holds to rest, and goes on from what is left of them. */
    public int rests;
    /** Whether they stay all the same: then nothing is ever left out, and all must go as it would otherwise. */
    public boolean restsInVain;
    /**
     * While one caller's write is under way, so many others come for the same bucket; once for each of so many bursts.
     */
    public int floods;

    public int changes;
    /** What an operator does beside changes of the limits: moves, deletions, switches, limits of entities. */
    public int operations;
    /** Which of these an operator does most. */
    public Habit habit = Habit.ANYTHING;
    /** Processes of the Python system on the same buckets. */
    public int pythons;
    /** How often one of these doubles the shards of a bucket, beside doing so where a partition is full. */
    public int pythonDivisions;
    /** It does so up to so many. */
    public int mostPythonShards = 1;
    /** How often somebody resets a bucket, or tops it up. */
    public int refills;
    /** Changes of the limits that are not drawn, by time. */
    public final Map<Long, List<Limit>> changesAt = new TreeMap<>();

    // How buckets are divided.
    /** How often an aggregator splits or merges some shard. */
    public int transfers;
    /** Only until then; 0 for all the time. */
    public long transfersUntilMillis;
    /** Whether the aggregator does not act by chance, but goes all the way to 32 shards and back to one. */
    public boolean thereAndBack;
    /** What one partition of the table, or of an index, takes in a second; 0 for no limit. */
    public long partitionUnits;
    /**
     * Whether all attributes are in the index of a resource's buckets, as in the original, so that each write counts
     * there.
     */
    public boolean indexedWhole;

    // How the repositories are set.
    public long deadlineMillis = 1000;
    public long configTtlMillis = 60_000;
    public long freshnessMillis = 1000;
    public long lingerMillis = 20;
    public int ttlMultiplier = 7;
    public boolean allowWhenUnavailable;
    public long writeUnitsPerSecond;

    /** Whether nothing goes wrong between client and store. */
    boolean faultless() {
        return throttled
                                + unreachable
                                + lostApplied
                                + lostNotApplied
                                + late
                                + slow
                                + deafFirstShards
                                + conflicts
                                + breaches
                        == 0
                && partitionUnits == 0
                && denials == 0;
    }

    /** Whether the limits are the same all the time. */
    boolean limitsStay() {
        return changes == 0 && changesAt.isEmpty() && operations == 0;
    }

    /** After so long a write that was sent lands no more. */
    long longestFlightMillis() {
        // There and back, ten times as long where calls are slow; then its client gives up; and late is after that.
        return 14 * latencyMaxMillis + latestMillis;
    }

    /** Whether nothing that was taken is ever given back, by the client or by the engine. */
    boolean nothingComesBack() {
        return faultless()
                && settlesLower + givesBack + cancels + closes + operations + refills + pythons == 0
                && !cascade;
    }

    /** Whether each refusal can be held against an exact bucket. */
    boolean exact() {
        return clients == 1
                && nothingComesBack()
                && limitsStay()
                && writeUnitsPerSecond == 0
                && !divided()
                && !callsNarrow();
    }

    /** Whether buckets may lie in several shards. */
    boolean divided() {
        return transfers > 0 || partitionUnits > 0 || pythonDivisions > 0;
    }

    /**
     * Whether those who wait in one process are to be served in order of their coming, also where a bucket is divided.
     */
    public boolean ordered;

    /** Whether the clients together ask for more than there is, so that in the end all of it must be granted. */
    public boolean drains;

    /**
     * After how long all is drained: corrections are tried for some deadlines, and then reported as lost; and leases
     * that are held for long are to be over.
     */
    long patienceMillis() {
        long leases = holdMillis > LONG_HOLD_MILLIS ? 3 * holdMillis : 0;
        return PATIENCE_DEADLINES * deadlineMillis + mostWaitMillis + leases;
    }

    /** How far any clock may be off. */
    long worstOffsetMillis() {
        return Math.max(skewMillis, jumpMillis) + durationMillis * driftPpm / 1_000_000 + 1;
    }

    /** Whether all clocks are right, and stay so. */
    boolean rightClocks() {
        return skewMillis == 0 && jumps == 0 && driftPpm == 0;
    }

    /** Whether a limit counts and never refuses, or may be told to. */
    boolean soft(String limit) {
        return limits.stream().anyMatch(known -> known.soft() && known.name().equals(limit));
    }

    /**
     * Whether calls may narrow what is stored for all, so that less may be in a bucket than the stored numbers give it.
     */
    boolean callsNarrow() {
        return !storedLimits.isEmpty();
    }

    /** Whether calls bring other rates than are stored: how much has come back then depends on who came before. */
    boolean ratesDiffer() {
        return storedLimits.stream()
                .anyMatch(stored -> limits.stream()
                        .filter(brought -> brought.name().equals(stored.name()))
                        .anyMatch(brought -> brought.refillAmount() != stored.refillAmount()
                                || !brought.refillPeriod().equals(stored.refillPeriod())));
    }

    long capacity(String limit) {
        return limits.stream()
                .filter(known -> known.name().equals(limit))
                .mapToLong(Limit::capacity)
                .findFirst()
                .orElse(Long.MAX_VALUE / 1000);
    }

    /** The same once more, to be changed. */
    Scenario copy() {
        try {
            return (Scenario) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
