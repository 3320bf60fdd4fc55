package dev.zaelimiter.example.gateway;

import dev.zaelimiter.llm.ModelCall;
import dev.zaelimiter.llm.ServiceAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Asks the model, passes on what it answers, and tells the call what that was. */
final class Relay {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final URI url;
    private final @Nullable String key;

    Relay(URI model, @Nullable String key) {
        this.url = URI.create(model + "/chat/completions");
        this.key = key;
    }

    void send(ChatRequest request, ModelCall call, HttpServletResponse response) throws IOException {
        StreamedAnswer streamed = new StreamedAnswer(call, response);
        call.sent();
        CompletableFuture<HttpResponse<byte[]>> asked = client.sendAsync(
                toModel(request),
                info -> request.streamed() && info.statusCode() == OK
                        ? BodySubscribers.fromLineSubscriber(
                                streamed, ended -> new byte[0], StandardCharsets.UTF_8, null)
                        : BodySubscribers.ofByteArray());
        streamed.onClientGone(() -> asked.cancel(true));
        HttpResponse<byte[]> answer = await(asked, response);
        if (answer == null) {
            return;
        }
        call.saw(new ServiceAnswer(answer.statusCode(), answer.headers().map()));
        if (answer.statusCode() != OK) {
            call.failed();
            fail(answer, response);
        } else if (request.streamed()) {
            streamed.requireWhole();
            call.answered();
        } else {
            Chat.note(new String(answer.body(), StandardCharsets.UTF_8), "message", call);
            call.answered();
            response.setContentType("application/json");
            response.getOutputStream().write(answer.body());
        }
    }

    private HttpRequest toModel(ChatRequest request) {
        HttpRequest.Builder asking = HttpRequest.newBuilder(url)
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(request.body()));
        if (key != null) {
            asking.header("Authorization", "Bearer " + key);
        }
        return asking.build();
    }

    /** Null if the client has gone. */
    private static @Nullable HttpResponse<byte[]> await(
            CompletableFuture<HttpResponse<byte[]>> asked, HttpServletResponse response) throws IOException {
        try {
            return asked.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (CancellationException e) {
            return null;
        } catch (ExecutionException | TimeoutException e) {
            asked.cancel(true);
            if (response.isCommitted()) {
                // Ends the connection, so that the client does not take a part for the whole. Not as the cause: Spring
                // takes an
                // EOFException for a client that has gone, and would end the response in good order.
                IOException brokenOff = new IOException("the model has broken off its answer");
                brokenOff.addSuppressed(e);
                throw brokenOff;
            }
            throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "the model gives no answer", e);
        } catch (InterruptedException e) {
            asked.cancel(true);
            Thread.currentThread().interrupt();
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "the gateway is closing", e);
        }
    }

    /** A 429 is about the limits of this gateway's clients, so one of the model's must not look like it. */
    private static void fail(HttpResponse<byte[]> answer, HttpServletResponse response) throws IOException {
        int status = answer.statusCode();
        response.setStatus(status == TOO_MANY_REQUESTS ? 503 : status >= 500 ? 502 : status);
        answer.headers().firstValue("Retry-After").ifPresent(value -> response.setHeader("Retry-After", value));
        response.setContentType("application/json");
        response.getOutputStream().write(answer.body());
    }
}
