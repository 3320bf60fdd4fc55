package dev.zaelimiter.benchmarks.compare;

/** The beginning of the page: what was compared, where and when, and what is unfair about all of it. */
final class PageHead {

    private static final String BUSY = """
            **The machine was busy** with other work: nobody was as fast as alone, and times and rates say more of that work than of who was
            measured. What is counted (units, round trips, tokens) does not depend on it. `bin/compare` on a quiet machine puts that right.

            """;

    private static final String UNFAIR = """
            What is unfair, before anything else:

            - **The store is on the same machine** and keeps its items in memory. A round trip takes a millisecond or two, as to DynamoDB in
              the same region, but store and callers share the cores. More round trips and writes cost everybody more here than there.
            - **The Python system** runs on one interpreter, so on one core, and its table is written as it makes it, with an index of whole
              items. Services in Python run several interpreters; then each has a part of this rate.
            - **Bucket4j and Resilience4j** are in memory, and limit one process each. Where several must share a limit, they don't. (Bucket4j has
              modules for shared stores; there is none for DynamoDB among the artifacts that this project resolves.) Resilience4j has one limit
              where the others have two.
            - **The bare `UpdateItem`** does not refill, settle, give back or explain. It is what one write costs, and a floor for everybody.
            - **Ours** is measured with futures where there are many callers, as an asynchronous service would use it.

            """;

    private final Kept kept;
    private final StringBuilder page = new StringBuilder();

    PageHead(Kept kept) {
        this.kept = kept;
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    /** Whether others wanted the processors too, so that nobody was as fast as alone. */
    static boolean wasBusy(Kept kept) {
        return kept.number("run", "load_before").orElse(0.0)
                > kept.number("machine", "cores").orElse(1.0);
    }

    /** The text, up to the first comparison. */
    String text() {
        page.append(command());
        table();
        if (wasBusy(kept)) {
            page.append(BUSY);
        }
        page.append(UNFAIR);
        return page.toString();
    }

    private String command() {
        return """
                Ours, the Python system whose tables we share, the two rate limiters that JVM services usually keep in memory, and the
                conditional `UpdateItem` that somebody writes who needs no library: the same machine, the same store, the same work, one
                after the other. One command measures all of it anew, and makes this page:

                ```sh
                bin/compare
                ```

                It builds, installs and starts what it needs, and takes %s. `bin/compare --quick` looks in a few minutes
                whether all of it works, and `bin/compare --only latency,faults` measures parts; both leave this page as it is, and write to
                `target/comparison`. All figures are in [comparison.json](comparison.json).

                """.formatted(minutes());
    }

    private void table() {
        line("| | |");
        line("|---|---|");
        line("| Measured | " + kept.text("run", "date")
                + (kept.text("run", "quick").equals("true") ? ", quickly: not to be quoted" : "") + ", in "
                + Numbers.shown(Math.rint(kept.number("run", "minutes").orElse(0.0))) + " minutes |");
        line("| Machine | " + kept.text("machine", "processor") + ", " + kept.text("machine", "cores") + " cores, "
                + kept.text("machine", "memory_gb") + " GB, " + kept.text("machine", "system") + " |");
        line("| Load of the machine | "
                + Numbers.shown(kept.number("run", "load_before").orElse(0.0)) + " before, "
                + Numbers.shown(kept.number("run", "load_after").orElse(0.0)) + " at the end |");
        kept.map("versions").forEach((name, version) -> line("| " + name + " | " + version + " |"));
        line("");
    }

    private String minutes() {
        double minutes = kept.number("run", "minutes").orElse(0.0);
        return minutes == 0 ? "some minutes" : "about " + Math.round(minutes) + " minutes when all is built";
    }
}
