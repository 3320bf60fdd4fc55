/**
 * {@link ReplayCommand}, {@code zae-limiter replay}, in the order in which a row passes through it:
 *
 * <table>
 * <caption>What lives here</caption>
 * <tr><td>Options</td><td>{@link PolicyOptions}, {@link ReadingOptions}, {@link SuggestOptions},
 *     {@link OutputOptions}, with {@link dev.zaelimiter.cli.LimitOption}, {@link LimitsFile} and {@link TakeOption};
 *     {@link ReplaySession} makes a run of them</td></tr>
 * <tr><td>Reading</td><td>{@link InputFile} and {@link Utf8Reader} (bytes to characters), {@link RowSource} with its
 *     formats, which {@link InputFormat} lists (characters to {@link RowCells}), {@link Columns} (which column means
 *     what) with {@link ColumnFinder}, which asks {@link ColumnNames} and a {@link Sample} of the first rows and
 *     leaves an {@link ColumnExplanation}, {@link RowReader} (cells to a {@link Row}), {@link TimeParser},
 *     {@link ClientAddress}</td></tr>
 * <tr><td>Replaying</td><td>{@link Replay} collects rows in a {@link RowBatch}, has a {@link RowSorter} put them in
 *     order if they are not, and puts it to its sinks: a {@link Replayer} for each {@link Policy}, with a
 *     {@link Lane} for each group of entities, where {@link Gauges} decide and a {@link Witness}, the real engine on
 *     virtual time, bears them out; and {@link ReplayRows}, which keeps the rows for {@link Suggester}</td></tr>
 * <tr><td>Counting</td><td>{@link Intake} counts rows with problems, {@link PolicyTally} what a policy does, with
 *     {@link Gauges}, {@link WaitHistogram}, {@link RowTimeline} and {@link TopEntities}, all of bounded size; its
 *     result is a {@link Report}</td></tr>
 * <tr><td>Showing</td><td>an {@link ReplayOutcome}: {@link TableRenderer} and {@link ChartRenderer},
 *     {@link JsonRenderer}, {@link SeriesCsv}, {@link PageRenderer} with its parts;
 *     {@link dev.zaelimiter.cli.Terminal} says what the output can show</td></tr>
 * </table>
 */
@NullMarked
package dev.zaelimiter.cli.replay;

import org.jspecify.annotations.NullMarked;
