/**
 * The command {@code zae-limiter}. Start with {@link dev.zaelimiter.cli.ZaeLimiter}; each subcommand is one class.
 *
 * <p>{@link dev.zaelimiter.cli.ReplayCommand} in the order in which a row passes through it:
 *
 * <table>
 * <caption>What lives here</caption>
 * <tr><td>Options</td><td>{@link dev.zaelimiter.cli.PolicyOptions}, {@link dev.zaelimiter.cli.ReadingOptions},
 *     {@link dev.zaelimiter.cli.SuggestOptions}, {@link dev.zaelimiter.cli.OutputOptions}, with
 *     {@link dev.zaelimiter.cli.LimitOption}, {@link dev.zaelimiter.cli.LimitsFile} and
 *     {@link dev.zaelimiter.cli.TakeOption}; {@link dev.zaelimiter.cli.Session} makes a run of them</td></tr>
 * <tr><td>Reading</td><td>{@link dev.zaelimiter.cli.InputFile} and {@link dev.zaelimiter.cli.Utf8Reader} (bytes to
 *     characters), {@link dev.zaelimiter.cli.RowSource} with its three formats (characters to
 *     {@link dev.zaelimiter.cli.RowCells}), {@link dev.zaelimiter.cli.Columns} and
 *     {@link dev.zaelimiter.cli.ColumnNames} (which column means what), {@link dev.zaelimiter.cli.RowReader} (cells to a
 *     {@link dev.zaelimiter.cli.Row}), {@link dev.zaelimiter.cli.TimeParser},
 *     {@link dev.zaelimiter.cli.ClientAddress}</td></tr>
 * <tr><td>Replaying</td><td>{@link dev.zaelimiter.cli.Replay} puts each row to its sinks: a
 *     {@link dev.zaelimiter.cli.Replayer} for each {@link dev.zaelimiter.cli.Policy}, which is the real engine on virtual
 *     time, and {@link dev.zaelimiter.cli.Demand}, which keeps the rows for {@link dev.zaelimiter.cli.Suggester}</td></tr>
 * <tr><td>Counting</td><td>{@link dev.zaelimiter.cli.Intake} counts rows with problems,
 *     {@link dev.zaelimiter.cli.Tally} what a policy does, with {@link dev.zaelimiter.cli.Gauges},
 *     {@link dev.zaelimiter.cli.WaitHistogram}, {@link dev.zaelimiter.cli.Timeline} and
 *     {@link dev.zaelimiter.cli.TopEntities}, all of bounded size; its result is a
 *     {@link dev.zaelimiter.cli.Report}</td></tr>
 * <tr><td>Showing</td><td>an {@link dev.zaelimiter.cli.Outcome}: {@link dev.zaelimiter.cli.TableRenderer} and
 *     {@link dev.zaelimiter.cli.ChartRenderer}, {@link dev.zaelimiter.cli.JsonRenderer},
 *     {@link dev.zaelimiter.cli.SeriesCsv}, {@link dev.zaelimiter.cli.PageRenderer} with its parts;
 *     {@link dev.zaelimiter.cli.Terminal} says what the output can show</td></tr>
 * </table>
 *
 * <p>{@link dev.zaelimiter.cli.StoreCommand} with {@link dev.zaelimiter.cli.StoreCheckCommand} and
 * {@link dev.zaelimiter.cli.StoreExportCommand} looks at the file of an embedded store; they share
 * {@link dev.zaelimiter.cli.StoreOutput}, and {@link dev.zaelimiter.cli.ItemLines} prints items.
 *
 * <p>Standard output carries the result and nothing else; problems and progress go to standard error. Bad usage and bad
 * input are {@link picocli.CommandLine.ParameterException} and {@link dev.zaelimiter.cli.BadInputException}: a message
 * without a stack trace, and {@link dev.zaelimiter.cli.ExitCodes#USAGE}.
 */
@NullMarked
package dev.zaelimiter.cli;

import org.jspecify.annotations.NullMarked;
