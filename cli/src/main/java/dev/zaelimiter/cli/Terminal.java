package dev.zaelimiter.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * What the standard output can show.
 *
 * @param interactive whether a person looks at it, and it can be steered
 * @param width characters in a line
 * @param charset what it is written in
 * @param colours whether escape codes for colours are wanted
 */
public record Terminal(boolean interactive, int width, Charset charset, boolean colours) {

    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    /**
     * The terminal of this process; or a plain 80 columns where there is none.
     *
     * @return what was found out just now
     */
    public static Terminal detect() {
        // A dumb one, as that in an editor, shows what would steer it as garbage.
        boolean steerable = !"dumb".equals(System.getenv("TERM"));
        boolean interactive = isTerminal(System.console()) && steerable;
        int width = width(System.getenv("COLUMNS"), interactive);
        return new Terminal(
                interactive,
                width,
                outputCharset(),
                colours(System.getenv("NO_COLOR"), Ansi.AUTO.enabled() && steerable));
    }

    /**
     * What the caller says counts more than what the terminal says.
     *
     * @param columns the variable {@code COLUMNS}, or null
     * @param interactive whether there is a terminal to ask
     * @return characters in a line, at least 20
     */
    public static int width(@Nullable String columns, boolean interactive) {
        if (columns != null && columns.matches("[0-9]{2,4}")) {
            return Math.max(NARROWEST, Integer.parseInt(columns));
        }
        TerminalSize size = interactive ? TerminalSize.ask() : null;
        return size == null ? USUAL_WIDTH : Math.max(NARROWEST, size.columns());
    }

    /**
     * The same terminal, another width.
     *
     * @param columns characters in a line
     * @return at least 20 wide
     */
    public Terminal withWidth(int columns) {
        return new Terminal(interactive, Math.max(NARROWEST, columns), charset, colours);
    }

    /**
     * Whether a person sees what goes to standard error, as progress does, wherever standard output and input lead.
     * Asks the shell, which takes some milliseconds.
     *
     * @return false also where nobody can tell
     */
    public static boolean isErrorSeen() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            Process test = new ProcessBuilder("sh", "-c", "test -t 2")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (test.waitFor(1, TimeUnit.SECONDS)) {
                return test.exitValue() == 0;
            }
            test.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Whoever wants no colours, for all programs, says so by the variable {@code NO_COLOR}, if it is not empty.
     *
     * @param noColor the variable, or null
     * @param able whether the terminal can show colours
     * @return whether to show some
     */
    static boolean colours(@Nullable String noColor, boolean able) {
        return able && (noColor == null || noColor.isEmpty());
    }

    /**
     * No terminal: a file, a pipe or a test.
     *
     * @param width characters in a line
     * @param charset what it is written in
     * @return without colours
     */
    public static Terminal plain(int width, Charset charset) {
        return new Terminal(false, width, charset, false);
    }

    /**
     * Whether block characters can be shown.
     *
     * @return false for anything but UTF-8
     */
    public boolean unicode() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /**
     * For what is well.
     *
     * @param text any
     * @return the text, green where colours are wanted
     */
    public String green(String text) {
        return coloured("32", text);
    }

    /**
     * For what is not.
     *
     * @param text any
     * @return the text, red where colours are wanted
     */
    public String red(String text) {
        return coloured("31", text);
    }

    /**
     * For headings.
     *
     * @param text any
     * @return the text, bold where colours are wanted
     */
    public String bold(String text) {
        return coloured("1", text);
    }

    /**
     * For what matters less.
     *
     * @param text any
     * @return the text, faint where colours are wanted
     */
    public String faint(String text) {
        return coloured("2", text);
    }

    private String coloured(String code, String text) {
        return colours && !text.isBlank() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    /** From JDK 22 on there may be a console that is no terminal, and a method, unknown to 17, that tells. */
    static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** JDK 19 and later say it outright; 17 says it of a terminal, and otherwise the locale's charset is right. */
    static Charset outputCharset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            String name = System.getProperty(property);
            if (name != null && isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    private static boolean isSupported(String name) {
        try {
            return Charset.isSupported(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
