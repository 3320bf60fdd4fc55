package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.util.List;

/**
 * Where latency leaves its floor, as the stages of a run with growing load show it.
 *
 * @param best the last stage before that; the first one if that is over it already
 * @param past the first stage after it, or the best again if none was
 * @param binding what binds there
 */
public record Tuning(StageResult best, StageResult past, Binding binding) {

    /** Latency is off its floor at twice that, and a millisecond: less is chance. */
    private static final double TIMES = 2;

    private static final long MICROS = 1000;
    private static final double REFUSED = 0.05;

    /** Twice the users that bring no tenth more are not worth it, however fast the answers are. */
    private static final double GAIN = 1.1;

    /**
     * Finds it.
     *
     * @param stages in order of their load
     * @return where and why
     * @throws IllegalArgumentException if no stage has had an answer
     */
    public static Tuning of(List<StageResult> stages) {
        List<StageResult> played =
                stages.stream().filter(stage -> stage.counts().all() > 0).toList();
        if (played.isEmpty()) {
            throw new IllegalArgumentException("no stage has had an answer");
        }
        StageResult floor = played.get(0);
        StageResult best = floor;
        for (int i = 0; i < played.size(); i++) {
            StageResult stage = played.get(i);
            if (isPast(floor, best, stage, GAIN)) {
                // One that is slow while twice its users are not had a moment's trouble of another kind.
                boolean chance = i + 1 < played.size() && !isPast(floor, best, played.get(i + 1), GAIN * GAIN);
                if (!chance) {
                    return new Tuning(best, stage, Binding.at(floor, stage));
                }
            } else {
                best = stage;
            }
        }
        return new Tuning(best, best, Binding.NOTHING);
    }

    @SuppressWarnings("ReferenceEquality") // two stages may have had the same figures
    private static boolean isPast(StageResult floor, StageResult best, StageResult stage, double gain) {
        boolean gainless = stage != floor && stage.stage().perSecond() == 0 && admitted(stage) < gain * admitted(best);
        return gainless || isOff(floor, stage);
    }

    /** Whether the load of a stage is past the one at which latency leaves its floor. */
    static boolean isOff(StageResult floor, StageResult stage) {
        long p99 = stage.admitted().p99();
        boolean slow =
                p99 > TIMES * floor.admitted().p99() && p99 > floor.admitted().p99() + MICROS;
        boolean behind = stage.counts().late() > REFUSED * stage.counts().all();
        return slow
                || behind
                || stage.counts().throttled() > 0
                || stage.counts().share(Outcome.REFUSED) > REFUSED
                || stage.counts().share(Outcome.FAILED) > REFUSED;
    }

    private static double admitted(StageResult stage) {
        return stage.millis() == 0 ? 0 : stage.counts().of(Outcome.ADMITTED) * 1000.0 / stage.millis();
    }
}
