package dev.zaelimiter.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.llm.ServiceAnswer;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** What failures of each client tell of the provider's limits. That of OpenAI is seen with a real client elsewhere. */
class ServiceFailuresTest {

    private static HttpHeaders headers() {
        HttpHeaders headers = new HttpHeaders();
        headers.add("Retry-After", "20");
        return headers;
    }

    private static void requireRead(Throwable failure) {
        ServiceAnswer answer = ServiceFailures.read(failure).orElseThrow();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.values("retry-after")).containsExactly("20");
    }

    @Test
    void restClient_tellsStatusAndFields_howeverItIsWrapped() {
        HttpClientErrorException refused = HttpClientErrorException.create(
                HttpStatus.TOO_MANY_REQUESTS, "no", headers(), new byte[0], StandardCharsets.UTF_8);
        requireRead(refused);
        requireRead(new IllegalStateException(new CompletionException(refused)));
    }

    @Test
    void webClient_tellsStatusAndFields() {
        requireRead(WebClientResponseException.create(429, "no", headers(), new byte[0], StandardCharsets.UTF_8));
    }

    @Test
    void anythingElse_tellsNothing_evenInACircle() {
        IllegalStateException one = new IllegalStateException("one");
        IllegalStateException other = new IllegalStateException("other", one);
        one.initCause(other);
        assertThat(ServiceFailures.read(one)).isEmpty();
    }

    /** What is optional may be missing. */
    @Test
    void applicationWithoutAnyOfTheClients_tellsNothing() throws Exception {
        List<URL> others = new ArrayList<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String each : path.split(File.pathSeparator)) {
            String name = Path.of(each).getFileName().toString();
            if (!name.startsWith("openai-") && !name.startsWith("spring-web")) {
                others.add(Path.of(each).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method read = without.loadClass(ServiceFailures.class.getName()).getDeclaredMethod("read", Throwable.class);
            read.setAccessible(true);
            assertThat(read.invoke(null, new IllegalStateException("away"))).isEqualTo(Optional.empty());
        }
    }
}
