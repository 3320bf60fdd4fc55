package dev.zaelimiter.infra;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudformation.model.DescribeStackEventsResponse;
import software.amazon.awssdk.services.cloudformation.model.StackEvent;

/**
 * Follows what CloudFormation does to a stack, by its events, until it is through. Events alone say when: the stack's
 * own status may still be that of before for a moment after something was begun. For one thread.
 */
final class StackWatch {

    private static final String STACK = "AWS::CloudFormation::Stack";

    /** 100 events each; a change of a stack of ours makes fewer than 200. */
    private static final int MOST_PAGES = 20;

    private final AwsSite site;
    private final DeploymentListener listener;
    private final Patience patience;

    StackWatch(AwsSite site, DeploymentListener listener, Patience patience) {
        this.site = site;
        this.listener = listener;
        this.patience = patience;
    }

    /**
     * How something that was done to a stack came out.
     *
     * @param status of the stack in the end
     * @param failures what went wrong on the way, the first one first
     */
    record Outcome(String status, List<StackStep> failures) {}

    /** The newest event of a stack, from which on to follow; null if there is none. */
    @Nullable
    String newest(String stack) {
        List<StackEvent> events = page(stack, null).stackEvents();
        return events.isEmpty() ? null : events.get(0).eventId();
    }

    /**
     * Follows what began after an event.
     *
     * @param stack its ARN, which still answers when the stack is gone
     * @param after the last event before that; null for what is under way
     * @param what goes on, for messages
     */
    Outcome follow(String stack, @Nullable String after, String what) {
        List<StackStep> failures = new ArrayList<>();
        String seen = after;
        boolean first = after == null;
        while (true) {
            String end = null;
            for (StackEvent event : since(stack, seen, first)) {
                seen = event.eventId();
                first = false;
                StackStep step = step(event);
                listener.step(step);
                if (step.failed() && !isConsequence(step)) {
                    failures.add(step);
                }
                if (isOfTheStack(event)) {
                    end = step.status().endsWith("_IN_PROGRESS") ? null : step.status();
                }
            }
            if (end != null) {
                return new Outcome(end, failures);
            }
            patience.pause(what);
        }
    }

    /** New events, the oldest first; at first those of what is under way. */
    private List<StackEvent> since(String stack, @Nullable String seen, boolean first) {
        List<StackEvent> found = new ArrayList<>();
        String next = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            DescribeStackEventsResponse answer = page(stack, next);
            for (StackEvent event : answer.stackEvents()) {
                if (event.eventId().equals(seen)) {
                    Collections.reverse(found);
                    return found;
                }
                found.add(event);
                if (first && isOfTheStack(event) && isBeginning(event)) {
                    Collections.reverse(found);
                    return found;
                }
            }
            next = answer.nextToken();
            if (next == null) {
                break;
            }
        }
        Collections.reverse(found);
        return found;
    }

    private DescribeStackEventsResponse page(String stack, @Nullable String token) {
        return SdkFailures.call(
                "follow stack " + stack,
                "cloudformation:DescribeStackEvents",
                () -> site.stacks()
                        .describeStackEvents(ask -> ask.stackName(stack).nextToken(token)));
    }

    private static boolean isOfTheStack(StackEvent event) {
        return STACK.equals(event.resourceType())
                && event.stackId() != null
                && event.stackId().equals(event.physicalResourceId());
    }

    private static boolean isBeginning(StackEvent event) {
        String status = event.resourceStatusAsString();
        return status.equals("CREATE_IN_PROGRESS")
                || status.equals("UPDATE_IN_PROGRESS")
                || status.equals("DELETE_IN_PROGRESS")
                || status.equals(Stacks.EMPTY);
    }

    /** What was given up because something else had failed. */
    private static boolean isConsequence(StackStep step) {
        String reason = step.reason().toLowerCase(Locale.ROOT);
        return reason.contains("cancelled") || step.type().equals(STACK);
    }

    private static StackStep step(StackEvent event) {
        return new StackStep(
                event.timestamp() == null ? Instant.EPOCH : event.timestamp(),
                event.resourceStatusAsString(),
                event.logicalResourceId(),
                event.resourceType() == null ? "" : event.resourceType(),
                event.resourceStatusReason() == null ? "" : event.resourceStatusReason());
    }
}
