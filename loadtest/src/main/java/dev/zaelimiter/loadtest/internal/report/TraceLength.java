package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Whether a run was long enough for its trace. */
final class TraceLength {

    /** The last line is in it, however long names are. */
    private static final int END_BYTES = 64 * 1024;

    private TraceLength() {}

    /** Says it where the end of the trace was never due; a folder that holds no trace says nothing. */
    static void tell(RunFolder folder, List<String> notes) {
        RunPlan plan = folder.plan();
        if (plan.scenarios().stream().noneMatch(part -> part.name().equals(Scenarios.TRACE))) {
            return;
        }
        double millis = lastMillis(folder.path().resolve(RunPlan.TRACE)) / plan.speed();
        if (millis >= plan.millis()) {
            notes.add("the trace lasts " + Html.seconds(Math.round(millis)) + " at this speed, and the run "
                    + Html.seconds(plan.millis()) + ": what would have come later was not sent");
        }
    }

    /** When the last request comes, after the first one; -1 if that can't be read. */
    private static long lastMillis(Path trace) {
        try (FileChannel channel = FileChannel.open(trace, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(END_BYTES, channel.size()));
            long from = channel.size() - bytes.capacity();
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
                // Until the end.
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
            String line = text.substring(text.lastIndexOf('\n') + 1);
            return Long.parseLong(line.substring(0, Math.max(0, line.indexOf('\t'))));
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
