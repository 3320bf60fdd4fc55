package dev.zaelimiter.testkit.internal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeds that broke a law before something was mended. */
@Tag("extended")
@Execution(ExecutionMode.CONCURRENT)
class FoundSeedsTest {

    @ParameterizedTest
    @CsvSource({
        // What was to go back of a take that told of a new entity was dropped as a debt of the one before.
        "generations, 24500090",
        // A bucket was made anew by a write that landed late, with the stamp of before, and a take left that stamp.
        "generations, 3001000926",
        // Requests that were asked of child and parent together were more than the child held.
        "patient-families, 3003001112",
        "patient-families, 3004000223",
        // The oracle expected what was used of a limit that the parent never had.
        "families, 31000681",
        // What came back to one half of a bucket that was divided let in who waited for both.
        "patient-spread, 7198",
        // Of a shard whose changed limits were not written yet a refusal told what it gains by the old ones.
        "lost-transfers, 7149",
        // A take over all shards ended in a fault: all but one were merged while they were read.
        "conflicts, 300141",
        "spread, 700000075",
        // The oracle cut what a bucket holds while somebody waits in debt, and took a write that landed late for lost.
        "conflicts, 300228",
        "refunds, 700000236",
        // A refusal told a time by limits that no shard but the one that was asked had been given, or by a stamp hours
        // ahead.
        "rights, 400008",
        "shards, 700000211",
        "onlookers, 700000209",
        "hours, 800000007",
        // Requests of one instant waited in a shard that was seen long ago, though another one had room.
        "lines, 49",
        "lines, 102",
        "lines, 211",
        "lines, 509",
        // Who chose a shard did not reckon with those who had come while their process took the bucket for whole.
        "lines, 53000077",
        // The oracle overlooked who stood in line before, removed limits, fractions of millitokens, and clocks hours
        // apart.
        "conflicts, 300010",
        "hours, 700000027",
        "onlookers, 700000144",
        "hours, 800000097",
        "set-clocks, 700000016",
        // A shard that was not seen for long charged the parent that its entity had before.
        "resources, 911000227",
        "resources, 911000312",
        "resources, 911000333",
        // A time was told that was right for one limit, and too short for another one whose gap it made too long.
        "hours, 911000024",
        "hours, 911000256",
        // A bucket was given an end by one process, and vanished in debt to another one that gives none.
        "refills, 911000214",
        // The oracle let nothing come in the place of what a refused request had taken of its child, and was to give
        // back later.
        "refills, 31001476",
        // Who looked at a shard was not shown it, since all that was to go back there had gone to others.
        "refills, 914000061",
        // The oracle took it for unfair that tokens come early by a clock that is set on, or by a faster rate of
        // others; it missed
        // what an undone request gave back to a bucket that was gone, and give-backs that went with a later write.
        "narrowed, 911000239",
        "at-hand, 914000187",
        "hours, 914000203",
        "hours, 914000253",
        "patience, 914000255",
        "patience, 914000390",
        "sleepers, 914000420",
        "refills, 642",
        // A shard was divided by the very request that only the whole of it held, and whose time had come.
        "resources, 914000668",
        // The oracle took two requests, each of which one shard held, for one that all shards together serve.
        "conflicts, 319",
        // Of those whose tokens came back in one millisecond the later one was let go first.
        "extremes, 302",
        // Who waited where an answer was lost was to wait for what the Python system took after it.
        "mixed, 15873221680012",
        // A refusal told nothing of limits that a switch had overruled, which was switched back long ago.
        "switched, 53",
        // A time was told of a parent as if a shard that Python had counted and not made refilled already.
        "mixed-cascade, 2026112941623",
        // Who named a limit that its bucket did not have yet, while the repository closed, was tried again without a
        // pause.
        "closing, 576",
        // What goes back was cut, though another shard had room: a little beside it had been tried there.
        "cancelled, 597",
        // The oracle took a request that its own entity refuses for one that is locked out by its parent.
        "patient-families, 312",
        // The oracle counted the time that a write was under way from its last try, not from when it was decided.
        "evicted, 31002486",
        // What was told as if it were back came on top of a refill that a stamp taken back leaves out later; so did
        // what refilled until it was back.
        "hours, 31002124",
        "hours, 31002102",
        // A process counted on Python clients to move the stamp, which their writes leave, until its deadline.
        "mixed-cascade, 31001263",
        // What was seen of other shards was forgotten with an answer that did not come, or the look for them had
        // failed.
        "mixed-shards, 3003000805",
        "mixed-cascade, 3001001264",
        // The oracle did not know that of a bucket in two shards one vanishes before the other, beside Python.
        "mixed-shards, 3003000041",
        // The oracle took it for unfair that who names a deleted limit is kept until the levels are read.
        "in-file, 3003000938",
        // The oracle held an end that Python had given a bucket in debt against ours, who took of another limit since.
        "mixed-cascade, 31003036",
        // A shard that had ended was counted by its last image: the first one is missing, and knows of no other.
        "mixed-shards, 31000883",
        // The oracle took a gift within a millisecond of the stamp for one that had refilled nothing.
        "refills, 31002300",
        "refills, 42922314470008",
        // The oracle took for known of a parent what no request had reached it for.
        "switched, 31003030"
    })
    void run_seedThatBrokeALaw_breaksNone(String scenario, long seed) {
        assertThat(new SimulationRun(Scenarios.of(scenario, seed), seed, false)
                        .run()
                        .violations())
                .isEmpty();
    }
}
