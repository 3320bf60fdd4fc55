package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;

/**
 * What the levels were last found to say of a bucket from which that would take something away. They are not read at
 * one moment: of a limit that an operator moves from one level to another, the one may be known as it was before the
 * move, and the other as it was after it, and the limit seems to be nowhere. If they say the same in reads that all
 * began after this was noted, they said so together when it was. Immutable.
 *
 * @param said what they said
 * @param mark the reads that confirm it began after this
 */
record Doubt(Resolution said, long mark) {}
