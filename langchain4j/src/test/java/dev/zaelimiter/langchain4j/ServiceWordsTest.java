package dev.zaelimiter.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.http.client.HeldBackException;
import dev.zaelimiter.testkit.model.ModelReply;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What providers say of their own limits. */
class ServiceWordsTest extends OnAModel {

    @Test
    void provider_thatRefuses_isNoted_andHeldOff() {
        LimitedChatModel limited = limited(builder().heedProviders(Duration.ZERO));
        model.next(ModelReply.failing(429).header("Retry-After", "20"));
        assertThatThrownBy(() -> limited.chat(REQUEST, OF_KEY)).isNotInstanceOf(HeldBackException.class);
        assertThat(words.element().status()).isEqualTo(429);
        assertThatThrownBy(() -> limited.chat(REQUEST, OF_KEY)).isInstanceOf(HeldBackException.class);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void provider_fieldsOfSuccess_areNoted_completeAndStreamed() throws Exception {
        ModelReply reply = ModelReply.of("Hello")
                .using(33, 7)
                .header("x-ratelimit-remaining-requests", "59")
                .header("x-ratelimit-reset-requests", "1s");
        model.next(reply).next(reply);
        limited(builder()).chat(REQUEST, OF_KEY);
        stream(streaming(builder()), false).get();
        assertThat(words.poll(SOON.toSeconds(), TimeUnit.SECONDS).left()).hasValue(59);
        assertThat(words.poll(SOON.toSeconds(), TimeUnit.SECONDS).left()).hasValue(59);
    }

    /** What is optional may be missing. */
    @Test
    void applicationWithoutOpenAi_tellsNothingOfProviders() throws Exception {
        List<URL> others = new ArrayList<>();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String each : path.split(File.pathSeparator)) {
            if (!each.contains("langchain4j-open-ai") && !each.contains("langchain4j-http-client")) {
                others.add(Path.of(each).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(others.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method note = Arrays.stream(
                            without.loadClass(Responses.class.getName()).getDeclaredMethods())
                    .filter(method -> method.getName().equals("noteWithoutText"))
                    .findFirst()
                    .orElseThrow();
            note.setAccessible(true);
            assertThat(note.invoke(null, null, null)).isNull();
        }
    }
}
