package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.benchmarks.Peer;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.util.VersionInfo;

/** Where, when and with which versions something was measured. What can't be found out is called unknown. */
final class Circumstances {

    private static final String UNKNOWN = "unknown";
    private static final Pattern CPU = Pattern.compile("(?m)^model name\\s*: (.*)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB$");
    private static final double KB_OF_A_GB = 1024.0 * 1024.0;

    private Circumstances() {}

    static Map<String, Object> machine() {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("processor", found(CPU, "/proc/cpuinfo"));
        machine.put("cores", Runtime.getRuntime().availableProcessors());
        String kilobytes = found(MEMORY, "/proc/meminfo");
        machine.put(
                "memory_gb", kilobytes.equals(UNKNOWN) ? UNKNOWN : Math.round(Long.parseLong(kilobytes) / KB_OF_A_GB));
        machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        return machine;
    }

    static Map<String, Object> versions() {
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("zae-limiter for Java", commit());
        versions.put("JDK", System.getProperty("java.vm.name") + " " + Runtime.version());
        versions.put("AWS SDK for Java", VersionInfo.SDK_VERSION);
        versions.put("Bucket4j", ofJar(Bucket.class));
        versions.put("Resilience4j", ofJar(RateLimiter.class));
        versions.put("Python zae-limiter", ofPython("import zae_limiter; print(zae_limiter.__version__)"));
        versions.put("Python", ofPython("import platform; print(platform.python_version())"));
        versions.put("dynoxide", Objects.requireNonNullElse(System.getenv("ZAE_DYNOXIDE_VERSION"), UNKNOWN));
        return versions;
    }

    static String date() {
        return LocalDate.now(ZoneOffset.UTC).toString();
    }

    /** How many programs want a processor, over the last minute. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String commit() {
        String said = said(List.of("git", "describe", "--always", "--dirty", "--exclude=*"));
        return said.isEmpty() ? UNKNOWN : "commit " + said;
    }

    private static String ofPython(String program) {
        try {
            String said = said(List.of(Peer.python().toString(), "-W", "ignore", "-c", program));
            return said.isEmpty() ? UNKNOWN : said;
        } catch (IllegalStateException e) {
            return "not installed";
        }
    }

    private static String ofJar(Class<?> from) {
        Matcher name = Pattern.compile("-(\\d[\\w.]*)\\.jar$")
                .matcher(
                        from.getProtectionDomain().getCodeSource().getLocation().getPath());
        return name.find() ? name.group(1) : UNKNOWN;
    }

    private static String found(Pattern pattern, String file) {
        try {
            Matcher matcher = pattern.matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String said(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0 ? said : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
