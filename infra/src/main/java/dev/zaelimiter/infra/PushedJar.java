package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/**
 * A jar that workers of a load test run: the program, or scenarios of one's own. Immutable, but for the file.
 *
 * @param file where it is
 * @param name by which a later one of the same name takes its place
 * @param hash its SHA-256, 64 digits
 * @param program whether it is the program
 */
public record PushedJar(Path file, String name, String hash, boolean program) {

    /** What names of jars in the bucket begin with. */
    static final String PREFIX = "jars/";

    /** What names of notes begin with that say which jar is the newest of a name. */
    static final String NOTES = "pushed/";

    /** The name of the program, whatever its file is called. */
    static final String PROGRAM = "program.jar";

    private static final String WORKER = "dev/zaelimiter/loadtest/aws/CloudWorker.class";
    private static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._+-]{0,99}\\.jar";

    /**
     * Reads it. It is the program if it holds what a task starts, and holds scenarios else.
     *
     * @param file a jar with classes in it
     * @return what is to be pushed
     * @throws InvalidInputException if there is none, or it is another kind of file
     */
    public static PushedJar of(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException("jar", file.toString(), "a file that exists");
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            boolean program = zip.getEntry(WORKER) != null;
            if (zip.stream().noneMatch(entry -> entry.getName().endsWith(".class"))) {
                throw new InvalidInputException("jar", file.toString(), "a jar with classes in it");
            }
            String name = program ? PROGRAM : String.valueOf(file.getFileName());
            if (!name.matches(NAMES)) {
                throw new InvalidInputException(
                        "jar", file.toString(), "a name of letters of ASCII, digits and . _ + - that ends with .jar");
            } else if (!program && name.equals(PROGRAM)) {
                throw new InvalidInputException(
                        "jar", file.toString(), "another name: program.jar is that of the load test's own program");
            }
            return new PushedJar(file, name, FunctionCode.hash(file), program);
        } catch (IOException e) {
            throw new InvalidInputException("jar", file.toString(), "a jar that can be read: " + e.getMessage());
        }
    }

    /** Its name in the bucket. */
    String key() {
        return key(hash);
    }

    static String key(String hash) {
        return PREFIX + hash + ".jar";
    }
}
