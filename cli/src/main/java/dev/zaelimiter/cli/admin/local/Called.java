package dev.zaelimiter.cli.admin.local;

/**
 * How this program is called here, for a line to be copied: by its name where that finds it, else as it was this time.
 */
final class Called {

    private static final String NAME = "zae-limiter";

    private Called() {}

    static String as(Machine machine) {
        String called = machine.variable("ZAEL_CALLED_AS");
        if (called == null || machine.find(NAME) != null) {
            return NAME;
        }
        return called.matches("[A-Za-z0-9_./~+-]+") ? called : "'" + called.replace("'", "'\\''") + "'";
    }
}
