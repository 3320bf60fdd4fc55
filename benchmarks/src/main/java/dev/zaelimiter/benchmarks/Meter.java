package dev.zaelimiter.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Watches a client: how many calls, in how many rounds, and which capacity the service reports for them. */
final class Meter implements ExecutionInterceptor {

    private static final ExecutionAttribute<Long> STARTED = new ExecutionAttribute<>("zaeStarted");
    private static final String TOTAL = "TOTAL";

    private record Span(long from, long to) {}

    private final List<Span> spans = new ArrayList<>();
    private double writeUnits;
    private double readUnits;
    private int refusals;
    private int underWay;
    private long lastChange = System.nanoTime();

    /** Whether nothing is under way, and has not been for a while. */
    synchronized boolean isQuietFor(long nanos) {
        return underWay == 0 && System.nanoTime() - lastChange > nanos;
    }

    /**
     * What happened.
     *
     * @param calls requests
     * @param rounds requests, those that overlap counted once
     * @param refusals writes whose condition did not hold
     * @param writeUnits that the service reported, and one for each write whose condition did not hold: those are
     *     charged for the item that they looked at, but their answer does not say so
     * @param readUnits that the service reported
     * @param meanMillis how long a request took
     */
    record Reading(int calls, int rounds, int refusals, double writeUnits, double readUnits, double meanMillis) {}

    synchronized void reset() {
        spans.clear();
        refusals = 0;
        writeUnits = 0;
        readUnits = 0;
    }

    synchronized Reading reading() {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::from));
        int rounds = 0;
        long end = Long.MIN_VALUE;
        for (Span span : sorted) {
            if (rounds == 0 || span.from - end >= 0) {
                rounds++;
                end = span.to;
            } else {
                end = Math.max(end, span.to);
            }
        }
        double millis =
                spans.stream().mapToLong(span -> span.to - span.from).average().orElse(0) / 1e6;
        return new Reading(spans.size(), rounds, refusals, writeUnits, readUnits, millis);
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        attributes.putAttribute(STARTED, System.nanoTime());
        synchronized (this) {
            underWay++;
        }
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        SdkRequest request = context.request();
        if (request instanceof UpdateItemRequest update) {
            return update.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof PutItemRequest put) {
            return put.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof GetItemRequest get) {
            return get.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof BatchGetItemRequest batch) {
            return batch.toBuilder().returnConsumedCapacity(TOTAL).build();
        } else if (request instanceof TransactWriteItemsRequest transaction) {
            return transaction.toBuilder().returnConsumedCapacity(TOTAL).build();
        }
        return request;
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        SdkResponse response = context.response();
        if (response instanceof UpdateItemResponse update) {
            ended(attributes, update.consumedCapacity().capacityUnits(), 0);
        } else if (response instanceof PutItemResponse put) {
            ended(attributes, put.consumedCapacity().capacityUnits(), 0);
        } else if (response instanceof GetItemResponse get) {
            ended(attributes, 0, get.consumedCapacity().capacityUnits());
        } else if (response instanceof BatchGetItemResponse batch) {
            ended(attributes, 0, sum(batch.consumedCapacity()));
        } else if (response instanceof TransactWriteItemsResponse transaction) {
            ended(attributes, sum(transaction.consumedCapacity()), 0);
        } else {
            ended(attributes, 0, 0);
        }
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        boolean refused = context.exception() instanceof ConditionalCheckFailedException
                || context.exception().getCause() instanceof ConditionalCheckFailedException;
        if (refused) {
            refused();
        }
        ended(attributes, refused ? 1 : 0, 0);
    }

    private synchronized void refused() {
        refusals++;
    }

    private synchronized void ended(ExecutionAttributes attributes, double writes, double reads) {
        underWay--;
        lastChange = System.nanoTime();
        spans.add(new Span(attributes.getAttribute(STARTED), System.nanoTime()));
        writeUnits += writes;
        readUnits += reads;
    }

    private static double sum(List<ConsumedCapacity> capacities) {
        return capacities.stream().mapToDouble(ConsumedCapacity::capacityUnits).sum();
    }
}
