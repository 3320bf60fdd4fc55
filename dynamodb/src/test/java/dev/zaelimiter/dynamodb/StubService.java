package dev.zaelimiter.dynamodb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** A service that gives the answers it was told to, in order; the last one again and again. No network. */
final class StubService implements SdkAsyncHttpClient {

    /** What to do with one request. */
    private interface Reply {
        void to(AsyncExecuteRequest request) throws Exception;
    }

    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<String> operations = new ArrayList<>();
    private String date = "";

    StubService answer(int status, String body) {
        replies.add(request -> {
            SdkHttpResponse.Builder head = SdkHttpResponse.builder()
                    .statusCode(status)
                    .putHeader("Content-Type", "application/x-amz-json-1.0");
            if (!date.isEmpty()) {
                head.putHeader("Date", date);
            }
            request.responseHandler().onHeaders(head.build());
            request.responseHandler()
                    .onStream(
                            SdkPublisher.fromIterable(List.of(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)))));
        });
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
        return answer(
                status,
                "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + code + "\",\"message\":\"said\"" + more + "}");
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

    DynamoDbAsyncClient client(AwsCredentialsProvider credentials) {
        return DynamoDbAsyncClient.builder()
                .httpClient(this)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .build();
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
