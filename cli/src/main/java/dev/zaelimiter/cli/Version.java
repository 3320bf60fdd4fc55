package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
public final class Version implements IVersionProvider {

    private static final String POM_PROPERTIES = "/META-INF/maven/dev.zaelimiter/zae-limiter-cli/pom.properties";

    @Override
    public String[] getVersion() {
        String java = "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")";
        return new String[] {"zae-limiter " + own(), java};
    }

    /**
     * The version of this program.
     *
     * @return as Maven knows it, or in parentheses why it is not known
     * @throws UncheckedIOException if the jar can not be read
     */
    public static String own() {
        try (InputStream in = Version.class.getResourceAsStream(POM_PROPERTIES)) {
            if (in == null) {
                return "(not run from its jar)";
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "(unknown)");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
