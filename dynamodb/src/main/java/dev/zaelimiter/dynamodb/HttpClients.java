package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * The SDK's client for HTTP: the one on CRT if it is on the class path, otherwise any other that is there. No class of
 * any of them is named here, so that each may be left out: see decision 018.
 */
final class HttpClients {

    private static final String CRT = "software.amazon.awssdk.http.crt.";

    /** A missing server is noticed within this time, however long an answer may take. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private HttpClients() {}

    /** Sets up the client of a table. */
    static void configure(DynamoDbAsyncClientBuilder builder, int connections, Duration acquisition) {
        SdkAsyncHttpService service = service();
        builder.httpClientBuilder(of(
                service,
                AttributeMap.builder()
                        .put(SdkHttpConfigurationOption.MAX_CONNECTIONS, connections)
                        .put(SdkHttpConfigurationOption.CONNECTION_TIMEOUT, CONNECT_TIMEOUT)
                        .put(SdkHttpConfigurationOption.TLS_NEGOTIATION_TIMEOUT, CONNECT_TIMEOUT)
                        .put(SdkHttpConfigurationOption.CONNECTION_ACQUIRE_TIMEOUT, acquisition)
                        .build()));
        if (isCrt(service)) {
            // The engine hands completions on by itself; another thread in between would only add a wait. Not with
            // Netty: a
            // refused write, an error to the SDK, then closes its connection under the next request.
            builder.asyncConfiguration(async ->
                    async.advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run));
        }
    }

    /** For a client of something other than the table itself. */
    static SdkAsyncHttpClient.Builder<?> usual() {
        return of(service(), AttributeMap.empty());
    }

    /** Made where the SDK's client is, which then closes it. */
    private static SdkAsyncHttpClient.Builder<?> of(SdkAsyncHttpService service, AttributeMap ours) {
        return new Configured(service, ours);
    }

    private record Configured(SdkAsyncHttpService service, AttributeMap ours)
            implements SdkAsyncHttpClient.Builder<Configured> {

        @Override
        public SdkAsyncHttpClient buildWithDefaults(AttributeMap defaults) {
            return service.createAsyncHttpClientFactory().buildWithDefaults(ours.merge(defaults));
        }
    }

    private static SdkAsyncHttpService service() {
        List<SdkAsyncHttpService> found = new ArrayList<>();
        StringBuilder broken = new StringBuilder();
        Iterator<SdkAsyncHttpService> services = ServiceLoader.load(
                        SdkAsyncHttpService.class, HttpClients.class.getClassLoader())
                .iterator();
        // Each turn either adds one or names what is broken; the loader goes on to the next after an error.
        for (int i = 0; i < 100; i++) {
            try {
                if (!services.hasNext()) {
                    break;
                }
                found.add(services.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.append("; ").append(e);
            }
        }
        return choose(found, broken.toString());
    }

    static SdkAsyncHttpService choose(List<SdkAsyncHttpService> found, String broken) {
        return found.stream()
                .filter(HttpClients::isCrt)
                .findFirst()
                .or(() -> found.stream().findFirst())
                .orElseThrow(() -> new CannotOpenException(
                        Reason.LIBRARY_UNFIT,
                        "there is no asynchronous HTTP client of the AWS SDK on the class path: add"
                                + " software.amazon.awssdk:aws-crt-client or netty-nio-client" + broken,
                        null));
    }

    private static boolean isCrt(SdkAsyncHttpService service) {
        return service.getClass().getName().startsWith(CRT);
    }
}
