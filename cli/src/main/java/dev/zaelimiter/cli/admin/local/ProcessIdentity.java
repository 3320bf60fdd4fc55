package dev.zaelimiter.cli.admin.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What tells a process from a later one that was given the same number. */
final class ProcessIdentity {

    private static final Path PROC = Path.of("/proc");
    private static final int STATE = 0;
    private static final int START_TICKS = 19;

    private ProcessIdentity() {}

    /**
     * Asks for it. On Linux it is counted from the start of the system: there the JVM's own start time moves when
     * somebody sets the clock. Elsewhere the system keeps the time itself.
     *
     * @return the same as long as the process lives; null if there is none of this number. One that has ended, and
     *     whose parent has not asked how, does not live
     */
    static @Nullable String of(long processId) {
        Path stat = PROC.resolve(Long.toString(processId)).resolve("stat");
        if (Files.isReadable(PROC.resolve("self").resolve("stat"))) {
            try {
                return ofLinux(Files.readString(stat, StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                return null;
            }
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(processId).filter(ProcessHandle::isAlive);
        return handle.map(process ->
                        process.info().startInstant().map(Object::toString).orElse("unknown"))
                .orElse(null);
    }

    private static @Nullable String ofLinux(String stat) {
        // The name of the program stands in parentheses, and may hold some itself.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START_TICKS || fields[STATE].equals("Z") || fields[STATE].equals("X")) {
            return null;
        }
        return boot() + "/" + fields[START_TICKS];
    }

    private static String boot() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id"), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (IOException e) {
            return "boot";
        }
    }
}
