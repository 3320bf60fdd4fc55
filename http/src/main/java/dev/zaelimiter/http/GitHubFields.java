package dev.zaelimiter.http;

import java.util.List;

/** {@code X-RateLimit-*} as GitHub has them, of the limit that is nearest to its end. */
final class GitHubFields implements FieldWriter {

    @Override
    public void write(DecisionView view, FieldSettings settings, long retryAfterSeconds, List<HeaderField> fields) {
        LimitView limit = view.nearest();
        long capacity = limit.limit().capacity();
        // Rounded up: a clock of whole seconds that shows this time is not early.
        long now = Math.floorDiv(settings.environment().wallMillis() + 999, 1000L);
        fields.add(new HeaderField("X-RateLimit-Limit", Long.toString(capacity)));
        fields.add(new HeaderField("X-RateLimit-Remaining", Long.toString(limit.remaining())));
        fields.add(new HeaderField("X-RateLimit-Used", Long.toString(capacity - limit.remaining())));
        fields.add(new HeaderField(
                "X-RateLimit-Reset", Long.toString(now + Resets.seconds(view, limit, retryAfterSeconds))));
        fields.add(new HeaderField("X-RateLimit-Resource", view.resource()));
    }
}
