package dev.zaelimiter.embedded;

import dev.zaelimiter.ManualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process that tries to open a file, and says what became of it. */
final class OpenAttempt {

    private OpenAttempt() {}

    /** Takes the file. */
    public static void main(String[] args) {
        try {
            FileStore.open(Path.of(args[0]), Durability.PROCESS_CRASH, new ManualClock())
                    .close();
            System.out.println("opened");
        } catch (StoreFileException e) {
            System.out.println(e.reason());
        }
    }

    /** Runs one, and gives what it said. */
    static String inAnotherProcess(Path file) throws IOException, InterruptedException {
        Process other = new ProcessBuilder(command(OpenAttempt.class, file.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.US_ASCII))) {
            return String.valueOf(said.readLine());
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    /** How a class of the tests is run in a process of its own. */
    static List<String> command(Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(args));
        return command;
    }
}
