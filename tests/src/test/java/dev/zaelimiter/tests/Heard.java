package dev.zaelimiter.tests;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.Refusal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what a listener hears. */
final class Heard implements LimiterListener {

    final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void granted(AcquireRequest request, long waitNanos) {
        events.add("granted " + request.entity());
    }

    @Override
    public void refused(Refusal refusal, boolean local) {
        events.add("refused " + refusal.entity());
    }

    @Override
    public void degraded(String entity, String resource, boolean admitted, Throwable cause) {
        events.add("degraded " + entity + (admitted ? " admitted" : " blocked"));
    }

    @Override
    public void lostAdjustment(String entity, String resource, String limit, long delta, Throwable cause) {
        events.add("lost " + entity + " " + limit + " " + delta);
    }

    @Override
    public void cutGiveBack(String entity, String resource, String limit, long tokens) {
        events.add("cut " + entity + " " + limit + " " + tokens);
    }

    @Override
    public void skippedLimit(String entity, String resource, String limit) {
        events.add("skipped " + entity + " " + limit);
    }

    long count(String start) {
        return events.stream().filter(event -> event.startsWith(start)).count();
    }
}
