/**
 * The command {@code zae-limiter}. Start with {@link dev.zaelimiter.cli.ZaeLimiter}; each subcommand is one class.
 *
 * <p>{@link dev.zaelimiter.cli.ReplayCommand} in the order in which a row passes through it:
 *
 * <table>
 * <caption>What lives here</caption>
 * <tr><td>Options</td><td>{@link dev.zaelimiter.cli.LimitOption}, {@link dev.zaelimiter.cli.TakeOption},
 *     {@link dev.zaelimiter.cli.DurationText}, {@link dev.zaelimiter.cli.EpochUnit}</td></tr>
 * <tr><td>Reading</td><td>{@link dev.zaelimiter.cli.InputFile}, {@link dev.zaelimiter.cli.CsvRow} and
 *     {@link dev.zaelimiter.cli.RowSource} (bytes to rows),
 *     {@link dev.zaelimiter.cli.Columns} and {@link dev.zaelimiter.cli.ColumnNames} (which column means what),
 *     {@link dev.zaelimiter.cli.RowReader} (a row to a {@link dev.zaelimiter.cli.Row}),
 *     {@link dev.zaelimiter.cli.TimeParser}</td></tr>
 * <tr><td>Replaying</td><td>{@link dev.zaelimiter.cli.Replayer}: the real engine on virtual time</td></tr>
 * <tr><td>Counting</td><td>{@link dev.zaelimiter.cli.Tally}, made of {@link dev.zaelimiter.cli.Gauges},
 *     {@link dev.zaelimiter.cli.WaitHistogram} and {@link dev.zaelimiter.cli.Timeline}, all of bounded size; its result
 *     is a {@link dev.zaelimiter.cli.Report}</td></tr>
 * <tr><td>Showing</td><td>{@link dev.zaelimiter.cli.TableRenderer}, {@link dev.zaelimiter.cli.ChartRenderer},
 *     {@link dev.zaelimiter.cli.JsonRenderer}; {@link dev.zaelimiter.cli.Terminal} says what the output can
 *     show</td></tr>
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
