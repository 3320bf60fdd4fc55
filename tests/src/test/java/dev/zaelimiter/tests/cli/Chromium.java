package dev.zaelimiter.tests.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A browser without a window, which shows one page and ends.
 *
 * @param directory for its files
 */
record Chromium(Path directory) {

    private static final String BROWSER = "chromium";

    /** Shows a page; what the browser prints comes back. */
    String browse(int width, int height, boolean dark, String first, String second, Path shown) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + Files.createTempDirectory(directory, "profile"),
                "--window-size=" + width + "," + height,
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
                first,
                second,
                shown.toUri().toString()));
        File out = Files.createTempFile(directory, "browser", ".out").toFile();
        File err = Files.createTempFile(directory, "browser", ".err").toFile();
        Process process = new ProcessBuilder(command)
                .redirectOutput(out)
                .redirectError(err)
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(err.toPath())).isZero();
        return Files.readString(out.toPath());
    }
}
