package dev.zaelimiter.cli.admin.local;

import java.util.List;
import java.util.function.Predicate;

/** A way to run a store on this machine. */
interface BackEnd {

    /**
     * Starts it, and remembers it in the folder.
     *
     * @param plan what to start
     * @return what was started; it may not answer yet
     * @throws LocalException if it can't be started; nothing runs then
     */
    Running start(Plan plan);

    /**
     * Asks whether it is still there.
     *
     * @throws LocalException if nobody can tell
     */
    boolean isAlive(Running running);

    /**
     * Ends it, and waits until it is gone. What has ended already is tidied up.
     *
     * @throws LocalException if it does not end
     */
    void stop(Running running);

    /**
     * Hands on what it has printed, line by line.
     *
     * @param lines how many of the last ones
     * @param follow whether to go on with what is printed later, until it ends
     * @param each whether to go on
     */
    void log(Running running, int lines, boolean follow, Predicate<String> each);

    /** What it printed last. */
    List<String> lastLines(Running running);

    /**
     * What to start.
     *
     * @param kind of back end
     * @param port on 127.0.0.1, free a moment ago
     * @param table to be remembered
     * @param namespace to be remembered
     */
    record Plan(Running.Kind kind, int port, String table, String namespace) {}
}
