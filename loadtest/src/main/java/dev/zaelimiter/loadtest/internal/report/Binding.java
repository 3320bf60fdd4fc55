package dev.zaelimiter.loadtest.internal.report;

/** What keeps a load from growing. */
public enum Binding {
    /** A limit refuses: more load gives no more admissions. */
    LIMIT("the limit: it refuses what is asked beyond it"),
    /** The store turns writes away for their key's partition or the table's capacity. */
    PARTITION("the partition: the store turns writes away for their capacity"),
    /** The workers have no processor left. */
    CLIENT(
            "the client: the processors of the workers' machine are busy, with the workers or with what else runs there, as"
                    + " a store of its own; more or larger machines give more"),
    /** Round trips take longer, though nobody is turned away. */
    NETWORK("the way to the store, or the store at its end: round trips take longer under load"),
    /** Round trips take as long as ever; acquires wait for their turn to write. */
    BUCKET("the bucket: acquires wait for each other's writes of it, which take no longer than under the least load"),
    /** Nothing yet. */
    NOTHING("nothing yet: latency is still on its floor at the highest load that was tried");

    private static final double MANY = 0.05;
    private static final double BUSY = 0.85;
    private static final double LONGER = 1.5;
    private static final double FEW_THROTTLES = 0.001;

    private final String text;

    Binding(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }

    /**
     * What binds at a stage, judged by the stage with the least load. What turns requests away goes before what only
     * delays them.
     *
     * @param floor the stage with the least load
     * @param stage the one at which latency has left its floor
     * @return the reason
     */
    static Binding at(StageResult floor, StageResult stage) {
        Counts counts = stage.counts();
        if (counts.share(dev.zaelimiter.loadtest.internal.worker.Outcome.REFUSED) > MANY) {
            return LIMIT;
        }
        if (counts.throttled() > FEW_THROTTLES * Math.max(1, counts.writes())) {
            return PARTITION;
        }
        if (counts.writes() == 0 || stage.cpu() > BUSY || stage.machineCpu() > BUSY) {
            return CLIENT;
        }
        return stage.store().p50() > LONGER * Math.max(1, floor.store().p50()) ? NETWORK : BUCKET;
    }
}
