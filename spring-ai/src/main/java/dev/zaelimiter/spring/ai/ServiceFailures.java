package dev.zaelimiter.spring.ai;

import com.openai.errors.OpenAIServiceException;
import dev.zaelimiter.llm.ServiceAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Status and fields of a response that became an exception. Each client may be missing on the class path. */
final class ServiceFailures {

    /** Causes may go round in a circle. */
    private static final int MOST_CAUSES = 20;

    private static final boolean OPEN_AI = isThere("com.openai.errors.OpenAIServiceException");
    private static final boolean REST_CLIENT = isThere("org.springframework.web.client.RestClientResponseException");
    private static final boolean WEB_CLIENT =
            isThere("org.springframework.web.reactive.function.client.WebClientResponseException");

    private ServiceFailures() {}

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ServiceFailures.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    static Optional<ServiceAnswer> read(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            ServiceAnswer answer = answer(cause);
            if (answer != null) {
                return Optional.of(answer);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static @Nullable ServiceAnswer answer(Throwable failure) {
        if (OPEN_AI && OfOpenAi.matches(failure)) {
            return OfOpenAi.answer(failure);
        }
        if (REST_CLIENT && OfRestClient.matches(failure)) {
            return OfRestClient.answer(failure);
        }
        return WEB_CLIENT && OfWebClient.matches(failure) ? OfWebClient.answer(failure) : null;
    }

    /** Apart, so that only what is there is loaded. */
    private static final class OfOpenAi {

        static boolean matches(Throwable failure) {
            return failure instanceof OpenAIServiceException;
        }

        static ServiceAnswer answer(Throwable failure) {
            OpenAIServiceException refused = (OpenAIServiceException) failure;
            Map<String, List<String>> fields = new HashMap<>();
            refused.headers()
                    .names()
                    .forEach(name -> fields.put(name, refused.headers().values(name)));
            return new ServiceAnswer(refused.statusCode(), fields);
        }
    }

    private static final class OfRestClient {

        static boolean matches(Throwable failure) {
            return failure instanceof RestClientResponseException;
        }

        static ServiceAnswer answer(Throwable failure) {
            RestClientResponseException refused = (RestClientResponseException) failure;
            return new ServiceAnswer(refused.getStatusCode().value(), OfSpring.fields(refused.getResponseHeaders()));
        }
    }

    private static final class OfWebClient {

        static boolean matches(Throwable failure) {
            return failure instanceof WebClientResponseException;
        }

        static ServiceAnswer answer(Throwable failure) {
            WebClientResponseException refused = (WebClientResponseException) failure;
            return new ServiceAnswer(refused.getStatusCode().value(), OfSpring.fields(refused.getHeaders()));
        }
    }

    private static final class OfSpring {

        static Map<String, List<String>> fields(@Nullable HttpHeaders headers) {
            Map<String, List<String>> fields = new HashMap<>();
            if (headers != null) {
                headers.forEach(fields::put);
            }
            return fields;
        }
    }
}
