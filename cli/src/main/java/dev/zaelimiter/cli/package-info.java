/**
 * The command {@code zae-limiter}. Start with {@link dev.zaelimiter.cli.ZaeLimiter}; each subcommand is one class.
 *
 * <p>{@link dev.zaelimiter.cli.replay} and {@link dev.zaelimiter.cli.admin} are the rooms: they know what lives here,
 * and neither each other nor the class that knows them all.
 *
 * <p>{@link dev.zaelimiter.cli.StoreCommand} with {@link dev.zaelimiter.cli.StoreCheckCommand} and
 * {@link dev.zaelimiter.cli.StoreExportCommand} looks at the file of an embedded store; they share
 * {@link dev.zaelimiter.cli.StoreOutput}, and {@link dev.zaelimiter.cli.ItemLines} prints items.
 *
 * <p>{@link dev.zaelimiter.cli.WrongUse}, {@link dev.zaelimiter.cli.ReadableArguments} and
 * {@link dev.zaelimiter.cli.WholeNumber} are what the library that reads options is given to ask.
 *
 * <p>All share {@link dev.zaelimiter.cli.Terminal} (what the output can show), {@link dev.zaelimiter.cli.Text} and
 * {@link dev.zaelimiter.cli.TextTable}, {@link dev.zaelimiter.cli.WholeFile}, {@link dev.zaelimiter.cli.LimitOption},
 * {@link dev.zaelimiter.cli.ProgressLine} and {@link dev.zaelimiter.cli.ExitCodes}.
 *
 * <p>Standard output carries the result and nothing else; problems and progress go to standard error. Bad usage and bad
 * input are {@link picocli.CommandLine.ParameterException} and {@link dev.zaelimiter.cli.BadInputException}: a message
 * without a stack trace, and {@link dev.zaelimiter.cli.ExitCodes#USAGE}.
 */
@NullMarked
package dev.zaelimiter.cli;

import org.jspecify.annotations.NullMarked;
