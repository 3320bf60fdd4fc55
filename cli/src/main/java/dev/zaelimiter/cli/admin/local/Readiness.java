package dev.zaelimiter.cli.admin.local;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;

/**
 * Whether a server answers at all. A port that is open is not enough: an engine opens that of a container before it
 * runs.
 */
final class Readiness {

    private static final int CONNECT_MILLIS = 500;
    private static final int READ_MILLIS = 2000;

    private Readiness() {}

    static boolean answers(URI endpoint) {
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection) endpoint.toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            return connection.getResponseCode() > 0;
        } catch (IOException e) {
            return false;
        } finally {
            if (connection != null) {
                connection.disconnect();
            }
        }
    }
}
