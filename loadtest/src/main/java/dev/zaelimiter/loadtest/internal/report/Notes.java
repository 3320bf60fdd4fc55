package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What a reader must know to trust the figures. */
final class Notes {

    private static final long TOLD_MILLIS = 50;
    private static final long LATE_MILLIS = 1000;
    private static final int MOST_FAILURES = 5;

    /** A worker writes each second, and whoever fetches it from elsewhere looks each five. */
    private static final long SILENT_MILLIS = 15_000;

    /** The last few steps of a stage may be due as it ends. */
    private static final double NOTED_MISSES = 0.01;

    private Notes() {}

    static void add(
            RunFolder folder,
            List<WorkerResult> workers,
            Counts counts,
            List<OverAdmission> buckets,
            List<String> notes) {
        long first = workers.stream()
                .filter(worker -> worker.startedMillis() > 0)
                .mapToLong(WorkerResult::begunMillis)
                .min()
                .orElse(0);
        for (WorkerResult worker : workers) {
            end(folder, worker, notes);
            clock(worker, first, notes);
        }
        buckets(folder, workers, buckets, notes);
        failures(folder, notes);
        TraceLength.tell(folder, notes);
        if (counts.late() > 0) {
            notes.add(counts.late()
                    + " steps began more than 10 ms after their time: there were too few users for the rate,"
                    + " or too little processor. Their waiting is in the latencies");
        }
        if (counts.missed() > NOTED_MISSES * counts.all()) {
            notes.add(
                    counts.missed() + " steps were due and never began, since no user was free: the rate was not kept,"
                            + " and how long they would have waited is in no figure");
        }
        if (counts.all() == 0 && folder.over()) {
            notes.add("nobody asked for anything");
        }
        if (counts.all() > 0 && counts.of(Outcome.FAILED) == counts.all()) {
            notes.add("every acquire failed");
        }
    }

    private static void end(RunFolder folder, WorkerResult worker, List<String> notes) {
        if (worker.end().equals("failed")) {
            notes.add("worker " + worker.number() + " failed: " + worker.problem());
        } else if (worker.end().equals(WorkerResult.UNKNOWN) && folder.over()) {
            notes.add(
                    "worker " + worker.number()
                            + " has not said how it ended: it died, or still runs. What it had counted until then is in the sums");
        } else if (worker.end().equals(WorkerResult.UNKNOWN)) {
            long own = heard(folder, each -> each.number() == worker.number());
            long silent = heard(folder, each -> true) - own;
            if (own > 0 && silent > SILENT_MILLIS) {
                notes.add("nothing has come of worker " + worker.number() + " for " + silent / 1000
                        + " s of the others: it has died, or can't write");
            }
        }
    }

    private static void buckets(
            RunFolder folder, List<WorkerResult> workers, List<OverAdmission> buckets, List<String> notes) {
        if (OverAdmission.isCut(folder.before()) || OverAdmission.isCut(folder.after())) {
            notes.add(
                    "there are more buckets than are looked at: what was consumed is compared for those alone of the first "
                            + Consumed.MOST_BUCKETS + " that were there before, too");
        }
        boolean anyUnknown = workers.stream().anyMatch(worker -> worker.end().equals(WorkerResult.UNKNOWN));
        if (anyUnknown && buckets.stream().anyMatch(bucket -> bucket.excess() > 0)) {
            notes.add(
                    "what a worker that died had settled beyond its estimates is written down nowhere: tokens beyond a"
                            + " limit may be that");
        }
    }

    /** Until when there are counts. */
    private static long heard(RunFolder folder, Predicate<WorkerFiles> of) {
        return folder.workers().stream()
                .filter(of)
                .filter(worker -> !worker.counts().isEmpty())
                .map(worker -> worker.counts().get(worker.counts().size() - 1))
                .mapToLong(line -> line.atMillis() + line.millis())
                .max()
                .orElse(0);
    }

    private static void clock(WorkerResult worker, long first, List<String> notes) {
        if (Math.abs(worker.clockOffsetMillis()) >= TOLD_MILLIS) {
            notes.add("the clock of worker " + worker.number() + " was " + Math.abs(worker.clockOffsetMillis()) + " ms "
                    + (worker.clockOffsetMillis() > 0 ? "behind" : "ahead of")
                    + " the store's; its seconds are moved by that");
        }
        if (worker.startedMillis() > 0 && worker.begunMillis() - first > LATE_MILLIS) {
            notes.add("worker " + worker.number() + " began " + (worker.begunMillis() - first) + " ms after the first");
        }
    }

    /** What was said most often. */
    private static void failures(RunFolder folder, List<String> notes) {
        Map<String, Long> sums = new LinkedHashMap<>();
        for (WorkerFiles worker : folder.workers()) {
            if (worker.end() != null) {
                worker.end().failures().forEach((text, count) -> sums.merge(text, count, Long::sum));
            }
        }
        List<Map.Entry<String, Long>> sorted = sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        List<Map.Entry<String, Long>> shown = sorted.subList(0, Math.min(MOST_FAILURES, sorted.size()));
        shown.forEach(each -> notes.add(each.getValue() + " times: " + each.getKey()));
        long rest = sorted.stream()
                .skip(shown.size())
                .mapToLong(Map.Entry::getValue)
                .sum();
        if (rest > 0) {
            notes.add(rest + " times: for other reasons; each worker's worker.json has more of them");
        }
    }
}
