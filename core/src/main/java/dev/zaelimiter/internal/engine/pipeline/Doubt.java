package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.config.Resolution;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the levels were last found to say of a bucket from which that would take something away. They are not read at
 * one moment: of a limit that an operator moves from one level to another, the one may be known as it was before the
 * move, and the other as it was after it, and the limit seems to be nowhere. If they say the same in reads that all
 * began after this was noted, they said so together when it was. Immutable.
 *
 * @param limits those of the level that decides
 * @param level which it is; null for none
 * @param mark the reads that confirm it began after this
 */
record Doubt(List<Limit> limits, Level.@Nullable Kind level, long mark) {

    static Doubt of(Resolution said, long mark) {
        return new Doubt(said.limits(), said.level(), mark);
    }

    /** Levels before the one that decides hold no limits: so they are the same wherever the others are. */
    boolean isOf(Resolution said) {
        return level == said.level() && limits.equals(said.limits());
    }
}
