package dev.zaelimiter.dynamodb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;

/** A service that gives the answers it was told to, in order; the last one again and again. No network. */
final class StubService implements SdkAsyncHttpClient {

    /** What to do with one request. */
    private interface Reply {
        void to(AsyncExecuteRequest request) throws Exception;
    }

    private static final DateTimeFormatter SIGNED =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssX").withZone(ZoneOffset.UTC);

    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<String> operations = new ArrayList<>();
    private String date = "";
    private Runnable before = () -> {};

    StubService answer(int status, String body) {
        replies.add(request -> answer(request, status, body));
        return this;
    }

    private void answer(AsyncExecuteRequest request, int status, String body) {
        SdkHttpResponse.Builder head =
                SdkHttpResponse.builder().statusCode(status).putHeader("Content-Type", "application/x-amz-json-1.0");
        if (!date.isEmpty()) {
            head.putHeader("Date", date);
        }
        request.responseHandler().onHeaders(head.build());
        request.responseHandler()
                .onStream(SdkPublisher.fromIterable(List.of(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)))));
    }

    /**
     * Refuses what is signed for another time than its own, five minutes aside, as DynamoDB does; and dates its
     * answers.
     */
    StubService whoseTimeIs(Supplier<Instant> time, int status, String code, String body) {
        replies.add(request -> {
            Instant now = time.get();
            dated(DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)));
            Instant signed = SIGNED.parse(
                    request.request().firstMatchingHeader("X-Amz-Date").orElseThrow(), Instant::from);
            boolean skewed = Duration.between(signed, now).abs().compareTo(Duration.ofMinutes(5)) > 0;
            answer(request, skewed ? status : 200, skewed ? errorBody(code, "") : body);
        });
        return this;
    }

    /** Never answers a request that names something; gives all others an answer. */
    StubService silentAbout(String something, String body) {
        replies.add(request -> {
            StringBuilder asked = new StringBuilder();
            SdkPublisher.adapt(request.requestContentPublisher())
                    .subscribe(part -> asked.append(StandardCharsets.UTF_8.decode(part)))
                    .join();
            if (asked.indexOf(something) < 0) {
                answer(request, 200, body);
            }
        });
        return this;
    }

    /** What happens before each answer. */
    StubService before(Runnable happens) {
        before = happens;
        return this;
    }

    /** What all answers are dated from now on. */
    StubService dated(String header) {
        date = header;
        return this;
    }

    StubService error(int status, String code) {
        return error(status, code, "");
    }

    StubService error(int status, String code, String more) {
        return answer(status, errorBody(code, more));
    }

    private static String errorBody(String code, String more) {
        return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"said\"" + more + "}";
    }

    StubService fail(Exception failure) {
        replies.add(request -> {
            throw failure;
        });
        return this;
    }

    /** Never answers. */
    StubService silence() {
        replies.add(request -> {});
        return this;
    }

    List<String> operations() {
        return operations;
    }

    /** A client with the SDK's usual retries. */
    DynamoDbAsyncClient client() {
        return client(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")));
    }

    DynamoDbAsyncClient client(IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
        return builder(credentials).build();
    }

    /** A client whose answers are there when a call returns. */
    DynamoDbAsyncClient inlineClient(IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
        return builder(credentials)
                .asyncConfiguration(async ->
                        async.advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
                .build();
    }

    private DynamoDbAsyncClientBuilder builder(IdentityProvider<? extends AwsCredentialsIdentity> credentials) {
        return DynamoDbAsyncClient.builder()
                .httpClient(this)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials);
    }

    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
        operations.add(request.request()
                .firstMatchingHeader("X-Amz-Target")
                .orElse("?")
                .replaceFirst(".*\\.", ""));
        Reply reply = replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            before.run();
            reply.to(request);
            done.complete(null);
        } catch (Exception e) {
            request.responseHandler().onError(e);
            done.completeExceptionally(e);
        }
        return done;
    }

    @Override
    public void close() {}
}
