package dev.zaelimiter.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
public final class Version implements IVersionProvider {

    private static final String POM_PROPERTIES = "/META-INF/maven/dev.zaelimiter/zae-limiter-cli/pom.properties";

    @Override
    public String[] getVersion() throws IOException {
        String java = "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")";
        return new String[] {"zae-limiter " + own(), java};
    }

    private static String own() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream(POM_PROPERTIES)) {
            if (in == null) {
                return "(not run from its jar)";
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "(unknown)");
        }
    }
}
