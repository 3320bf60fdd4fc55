package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The law once more, by when callers hear: a caller goes to work then, whenever its write landed. From any grant on,
 * what is heard to be granted, less what is given back, is at most the capacity and what comes back since; and a little
 * more, for the time that answers are under way.
 *
 * <p>Where lower capacities are brought than are stored, it holds of those who bring them, by what they bring: while
 * others wait for something or hold it, the bucket fills on for all. Not where other rates are brought: what has come
 * back then depends on who came before.
 *
 * <p>Those who wait for several limits, or for a parent too, take from the one what they have to wait for with the
 * other. So with them it is the capacity and what comes back in that time and the longest wait.
 */
final class Hearing {

    private final Scenario scenario;
    private final Oracle oracle;
    /** By bucket and limit. */
    private final Map<String, Map<String, Room>> rooms = new HashMap<>();
    /** The same with those who wait for several. */
    private final Map<String, Map<String, Room>> loose = new HashMap<>();

    Hearing(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    /** What may be heard of one limit of one bucket, in ms x millitokens. */
    private static final class Room {
        private final BigInteger capacity;
        private final BigInteger amount;
        private final BigInteger period;
        /** What is asked for and not answered: it may have been taken already. */
        private BigInteger unanswered = BigInteger.ZERO;

        private final OnTheWayBack back = new OnTheWayBack();

        private BigInteger room;
        private long millis;

        private Room(Limit limit, long millis) {
            capacity = BigInteger.valueOf(limit.capacity() * 1000);
            amount = limit.isBudget() ? BigInteger.ZERO : BigInteger.valueOf(limit.refillAmount() * 1000);
            period = BigInteger.valueOf(limit.refillPeriod().toMillis());
            this.room = capacity.multiply(period);
            this.millis = millis;
        }

        /** While something is unheard the bucket holds less than can be heard of it, and so fills on. */
        private void now(long now) {
            back.landed(now);
            room = room.add(amount.multiply(BigInteger.valueOf(now - millis)))
                    .min(capacity.add(unanswered).add(back.milli()).multiply(period));
            millis = now;
        }

        /** Its caller knows how what it asked for has ended. */
        private void heard(long milli) {
            unanswered = unanswered.subtract(BigInteger.valueOf(milli));
        }

        private void take(long milli) {
            room = room.subtract(BigInteger.valueOf(milli).multiply(period));
        }

        private void takenBack(long milli) {
            room = room.add(BigInteger.valueOf(milli).multiply(period));
        }

        private boolean overdrawn(long slackMillis) {
            return room.add(amount.multiply(BigInteger.valueOf(slackMillis)))
                            .add(period)
                            .signum()
                    < 0;
        }
    }

    /** Does something to the room of each limit that a request asks for. */
    private interface Change {
        void of(String bucket, Limit limit, Room room, long milli);
    }

    private void each(Asked asked, Map<String, Long> amounts, Change change) {
        each(rooms, asked, amounts, change);
        each(loose, asked, amounts, change);
    }

    private void each(Map<String, Map<String, Room>> all, Asked asked, Map<String, Long> amounts, Change change) {
        if (!isInForce()) {
            return;
        }
        long now = oracle.nowNanos() / 1_000_000;
        for (int i = 0; i < asked.buckets.size(); i++) {
            String bucket = asked.buckets.get(i);
            List<Limit> limits = i > 0 && !scenario.parentLimits.isEmpty() ? scenario.parentLimits : scenario.limits;
            for (Limit limit : limits) {
                long milli = amounts.getOrDefault(limit.name(), 0L);
                if (milli != 0 && !limit.soft()) {
                    Room room = all.computeIfAbsent(bucket, key -> new TreeMap<>())
                            .computeIfAbsent(limit.name(), key -> new Room(limit, now));
                    room.now(now);
                    change.of(bucket, limit, room, milli);
                }
            }
        }
    }

    private boolean isInForce() {
        // Where Python lets in more than there is, whoever takes it hears of more, too.
        return scenario.limitsStay() && !scenario.ratesDiffer() && scenario.pythons == 0;
    }

    /** Whether a request goes by the numbers of which this is the law. */
    private boolean goesByThem(Asked asked) {
        return scenario.storedLimits.isEmpty() || asked.brings;
    }

    /** So much of a limit was given to a bucket from outside. */
    void given(String bucket, String limit, BigInteger milli) {
        for (Map<String, Map<String, Room>> all : List.of(rooms, loose)) {
            Room room = all.getOrDefault(bucket, Map.of()).get(limit);
            if (room != null) {
                room.now(oracle.nowNanos() / 1_000_000);
                room.room = room.room.add(milli.multiply(room.period));
            }
        }
    }

    void asked(Asked asked) {
        each(
                asked,
                asked.amounts,
                (bucket, limit, room, milli) -> room.unanswered = room.unanswered.add(BigInteger.valueOf(milli)));
    }

    /** It ended without tokens. */
    void ended(Asked asked) {
        ended(rooms, asked);
        ended(loose, asked);
    }

    /**
     * It ended without tokens, but has perhaps taken some that have yet to go back: as long as they lack in the bucket,
     * that fills on for all, by time and by gifts.
     */
    void endedAfterTaking(Asked asked) {
        ended(asked);
        each(asked, asked.amounts, (bucket, limit, room, milli) -> goesBack(asked, milli, room));
    }

    /**
     * Whether a refused request may have taken something, of its child or of another shard, before it was refused. Not
     * if that came immediately: then nothing was asked.
     */
    boolean takesBeforeItIsRefused(Asked asked) {
        return oracle.nowNanos() > asked.submittedNanos && (asked.buckets.size() > 1 || scenario.divided());
    }

    private void goesBack(Asked asked, long milli, Room room) {
        room.back.add(asked.client, BigInteger.valueOf(milli), oracle.nowNanos(), room.millis + goesBackMillis());
    }

    private void ended(Map<String, Map<String, Room>> all, Asked asked) {
        each(all, asked, asked.amounts, (bucket, limit, room, milli) -> room.heard(milli));
    }

    /** A caller hears that it has its tokens. */
    void granted(Asked asked) {
        if (!goesByThem(asked)) {
            // While it holds them the bucket fills on, and what goes back comes on top.
            return;
        }
        granted(loose, asked, slackMillis() + scenario.mostWaitMillis, "heard-together");
        long taken = asked.amounts.values().stream().filter(milli -> milli > 0).count();
        if (asked.waitMillis == 0 || (taken <= 1 && asked.buckets.size() == 1)) {
            granted(rooms, asked, slackMillis(), "heard");
        } else {
            ended(rooms, asked);
        }
    }

    private void granted(Map<String, Map<String, Room>> all, Asked asked, long slackMillis, String rule) {
        each(all, asked, asked.amounts, (bucket, limit, room, milli) -> {
            // At once: what filled on while it was unheard is what the bucket holds beside what was taken.
            room.take(milli);
            room.heard(milli);
            if (room.overdrawn(slackMillis)) {
                oracle.violated(
                        rule,
                        asked + " was let in too early: " + room.room.divide(room.period) + " millitokens are left of "
                                + limit + " of " + bucket);
            }
        });
    }

    /** How long after it was decided a caller may hear. */
    private long slackMillis() {
        boolean straight = scenario.faultless() && !scenario.cascade && !scenario.divided();
        long trip = straight ? 2 * scenario.latencyMaxMillis + 2 : scenario.deadlineMillis;
        return trip + oracle.earlyMillis();
    }

    /** A lease ends: what it gives back others may have. */
    void settled(Asked asked, Map<String, Long> changes) {
        if (!goesByThem(asked)) {
            ended(asked);
        }
        each(asked, changes, (bucket, limit, room, milli) -> {
            if (milli < 0) {
                if (goesByThem(asked)) {
                    room.takenBack(-milli);
                }
                goesBack(asked, -milli, room);
            }
        });
    }

    /** In so long what is given back has landed, if its process writes nothing else to the bucket. */
    private long goesBackMillis() {
        return slackMillis() + scenario.lingerMillis + lateMillis();
    }

    /**
     * A write of a process has come to a bucket, or was refused there: what it has to give back goes along, or with one
     * that follows.
     */
    void arrived(Sent sent, String bucket, boolean landed) {
        arrived(rooms, sent, bucket, landed);
        arrived(loose, sent, bucket, landed);
    }

    private void arrived(Map<String, Map<String, Room>> all, Sent sent, String bucket, boolean landed) {
        Map<String, Room> those = all.getOrDefault(bucket, Map.of());
        if (those.isEmpty()) {
            return;
        }
        Map<String, Long> net = landed ? Written.consumption(sent.write()) : Map.of();
        long until = oracle.nowNanos() / 1_000_000 + goesBackMillis();
        those.forEach((limit, room) ->
                room.back.arrived(sent.client(), net.getOrDefault(limit, 0L) < 0, sent.nanos(), until));
    }

    /** How long after its client has given a write up it may land. */
    private long lateMillis() {
        return scenario.late > 0 ? scenario.longestFlightMillis() : 0;
    }
}
