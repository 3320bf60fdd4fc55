package dev.zaelimiter.http.client;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's client with limits: each call waits for its turn before it is sent, or fails with what
 * {@link OutgoingLimits#begin} throws. Everything else is the client's below, which is closed by whoever made it. Web
 * sockets are not limited. Safe for use by many threads.
 */
public final class LimitedHttpClient extends HttpClient {

    private final HttpClient client;
    private final OutgoingLimits limits;

    private LimitedHttpClient(HttpClient client, OutgoingLimits limits) {
        this.client = client;
        this.limits = limits;
    }

    /**
     * A client with limits.
     *
     * @param client what sends
     * @param limits what is honoured
     * @return a client
     */
    public static HttpClient around(HttpClient client, OutgoingLimits limits) {
        return new LimitedHttpClient(
                Objects.requireNonNull(client, "client"), Objects.requireNonNull(limits, "limits"));
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        OutgoingCall call = limits.begin(request.method(), request.uri());
        try {
            HttpResponse<T> response = client.send(request, ReadBody.of(call, handler));
            note(call, response);
            return response;
        } finally {
            // Does nothing, unless sending has thrown.
            call.failed();
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendInTurn(request, call -> client.sendAsync(request, ReadBody.of(call, handler)));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushed) {
        return sendInTurn(request, call -> client.sendAsync(request, ReadBody.of(call, handler), pushed));
    }

    private <T> CompletableFuture<HttpResponse<T>> sendInTurn(
            HttpRequest request, Function<OutgoingCall, CompletableFuture<HttpResponse<T>>> send) {
        CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
        CompletableFuture<OutgoingCall> turn = limits.beginAsync(request.method(), request.uri());
        CompletableFuture<OutgoingCall> unused = turn.whenComplete((call, failure) -> {
            if (call == null) {
                result.completeExceptionally(Objects.requireNonNull(failure));
            } else if (result.isDone()) {
                call.unsent();
            } else {
                sendNow(result, call, send);
            }
        });
        stopWith(result, turn);
        return result;
    }

    private static <T> void sendNow(
            CompletableFuture<HttpResponse<T>> result,
            OutgoingCall call,
            Function<OutgoingCall, CompletableFuture<HttpResponse<T>>> send) {
        try {
            CompletableFuture<HttpResponse<T>> sent = send.apply(call);
            CompletableFuture<HttpResponse<T>> unused = sent.whenComplete((response, failure) -> {
                if (response == null) {
                    call.failed();
                    result.completeExceptionally(Objects.requireNonNull(failure));
                } else {
                    try {
                        note(call, response);
                    } finally {
                        result.complete(response);
                    }
                }
            });
            stopWith(result, sent);
        } catch (RuntimeException | Error e) {
            call.failed();
            result.completeExceptionally(e);
        }
    }

    /** Whoever gives up the result gives up what it waits for. */
    private static void stopWith(CompletableFuture<?> result, CompletableFuture<?> other) {
        CompletableFuture<?> unused = result.whenComplete((ignored, failure) -> {
            if (failure != null) {
                other.cancel(true);
            }
        });
    }

    private static void note(OutgoingCall call, HttpResponse<?> response) {
        call.answered(response.statusCode(), response.headers()::allValues);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }
}
