package dev.zaelimiter.loadtest.internal.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** How busy this process keeps the processors of its machine, and how busy they are in all. For one thread. */
final class Cpu {

    private long beforeNanos = used();

    private static long used() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(-1L);
    }

    Cpu() {
        // The first answer is about no time at all.
        double unused = machine();
    }

    /**
     * The share that all programs together had since the last time, 0 to 1; -1 if the system does not say. A store on
     * the workers' own machine takes its part.
     */
    double machine() {
        double load = -1;
        try {
            if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
                load = system.getCpuLoad();
            }
        } catch (LinkageError e) {
            // A runtime that was made without that module.
        }
        return load >= 0 ? Math.min(1, Math.round(load * 1000) / 1000.0) : -1;
    }

    /** The share of the last so many milliseconds, 0 to 1; -1 if the system does not say. */
    double since(long millis) {
        long now = used();
        long before = beforeNanos;
        beforeNanos = now;
        if (now < 0 || before < 0 || millis <= 0) {
            return -1;
        }
        double share = (now - before) / (millis * 1e6 * Runtime.getRuntime().availableProcessors());
        return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000.0;
    }
}
