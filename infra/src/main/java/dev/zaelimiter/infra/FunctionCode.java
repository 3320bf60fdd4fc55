package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The code of the aggregator's function: a jar of the module {@code zae-limiter-aggregator-lambda}. Immutable, but for
 * the file.
 *
 * @param jar where it is
 * @param key its name in a bucket, by its content
 * @param archives whether it can write to S3
 */
public record FunctionCode(Path jar, String key, boolean archives) {

    /** What names of code in a bucket begin with. */
    static final String PREFIX = "aggregator/";

    private static final String HANDLER = "dev/zaelimiter/aggregator/lambda/StreamFunction.class";
    private static final String S3 = "software/amazon/awssdk/services/s3/S3Client.class";
    private static final int DIGITS = 32;
    private static final int BUFFER = 1 << 16;

    /**
     * Reads it.
     *
     * @param jar {@code …-function.jar} or {@code …-function-archive.jar}
     * @return its code
     * @throws InvalidInputException if there is none, or it is another kind of file
     */
    public static FunctionCode of(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new InvalidInputException("function", jar.toString(), "a file that exists");
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry handler = zip.getEntry(HANDLER);
            if (handler == null) {
                throw new InvalidInputException(
                        "function",
                        jar.toString(),
                        "the jar of the aggregator on Lambda, zae-limiter-aggregator-lambda with the classifier function or"
                                + " function-archive");
            }
            return new FunctionCode(jar, PREFIX + hash(jar).substring(0, DIGITS) + ".jar", zip.getEntry(S3) != null);
        } catch (IOException e) {
            throw new InvalidInputException("function", jar.toString(), "a jar that can be read: " + e.getMessage());
        }
    }

    static String hash(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
