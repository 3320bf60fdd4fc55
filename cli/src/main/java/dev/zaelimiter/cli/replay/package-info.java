/**
 * {@link dev.zaelimiter.cli.replay.ReplayCommand}, {@code zae-limiter replay}, in the order in which a row passes through it:
 *
 * <table>
 * <caption>What lives here</caption>
 * <tr><td>Options</td><td>{@link dev.zaelimiter.cli.replay.PolicyOptions}, {@link dev.zaelimiter.cli.replay.ReadingOptions},
 *     {@link dev.zaelimiter.cli.replay.SuggestOptions}, {@link dev.zaelimiter.cli.replay.OutputOptions}, with
 *     {@link dev.zaelimiter.cli.LimitOption}, {@link dev.zaelimiter.cli.replay.LimitsFile} and
 *     {@link dev.zaelimiter.cli.replay.TakeOption}; {@link dev.zaelimiter.cli.replay.ReplaySession} makes a run of them</td></tr>
 * <tr><td>Reading</td><td>{@link dev.zaelimiter.cli.replay.InputFile} and {@link dev.zaelimiter.cli.replay.Utf8Reader} (bytes to
 *     characters), {@link dev.zaelimiter.cli.replay.RowSource} with its formats, which {@link dev.zaelimiter.cli.replay.InputFormat} lists
 *     (characters to {@link dev.zaelimiter.cli.replay.RowCells}), {@link dev.zaelimiter.cli.replay.Columns} (which column means
 *     what) with {@link dev.zaelimiter.cli.replay.ColumnFinder}, which asks {@link dev.zaelimiter.cli.replay.ColumnNames} and a
 *     {@link dev.zaelimiter.cli.replay.Sample} of the first rows and leaves an {@link dev.zaelimiter.cli.replay.ColumnExplanation},
 *     {@link dev.zaelimiter.cli.replay.RowReader} (cells to a
 *     {@link dev.zaelimiter.cli.replay.Row}), {@link dev.zaelimiter.cli.replay.TimeParser},
 *     {@link dev.zaelimiter.cli.replay.ClientAddress}</td></tr>
 * <tr><td>Replaying</td><td>{@link dev.zaelimiter.cli.replay.Replay} collects rows in a
 *     {@link dev.zaelimiter.cli.replay.RowBatch}, has a {@link dev.zaelimiter.cli.replay.RowSorter} put them in order if they
 *     are not, and puts it to its sinks: a
 *     {@link dev.zaelimiter.cli.replay.Replayer} for each {@link dev.zaelimiter.cli.replay.Policy}, with a
 *     {@link dev.zaelimiter.cli.replay.Lane} for each group of entities, where {@link dev.zaelimiter.cli.replay.Gauges} decide
 *     and a {@link dev.zaelimiter.cli.replay.Witness}, the real engine on virtual time, bears them out; and
 *     {@link dev.zaelimiter.cli.replay.ReplayRows}, which keeps the rows for
 *     {@link dev.zaelimiter.cli.replay.Suggester}</td></tr>
 * <tr><td>Counting</td><td>{@link dev.zaelimiter.cli.replay.Intake} counts rows with problems,
 *     {@link dev.zaelimiter.cli.replay.PolicyTally} what a policy does, with {@link dev.zaelimiter.cli.replay.Gauges},
 *     {@link dev.zaelimiter.cli.replay.WaitHistogram}, {@link dev.zaelimiter.cli.replay.RowTimeline} and
 *     {@link dev.zaelimiter.cli.replay.TopEntities}, all of bounded size; its result is a
 *     {@link dev.zaelimiter.cli.replay.Report}</td></tr>
 * <tr><td>Showing</td><td>an {@link dev.zaelimiter.cli.replay.ReplayOutcome}: {@link dev.zaelimiter.cli.replay.TableRenderer} and
 *     {@link dev.zaelimiter.cli.replay.ChartRenderer}, {@link dev.zaelimiter.cli.replay.JsonRenderer},
 *     {@link dev.zaelimiter.cli.replay.SeriesCsv}, {@link dev.zaelimiter.cli.replay.PageRenderer} with its parts;
 *     {@link dev.zaelimiter.cli.Terminal} says what the output can show</td></tr>
 * </table>
 */
@NullMarked
package dev.zaelimiter.cli.replay;

import org.jspecify.annotations.NullMarked;
