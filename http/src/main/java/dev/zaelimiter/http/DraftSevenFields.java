package dev.zaelimiter.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code RateLimit} as a dictionary with the limit that is nearest to its end, {@code RateLimit-Policy} as a list of
 * integers: draft 7. No two policies may have the same quota there, so of those the one with the longest window is
 * listed, which is the narrowest. A budget has no window, and a policy must have one: it is not listed.
 */
final class DraftSevenFields implements FieldWriter {

    @Override
    public void write(DecisionView view, FieldSettings settings, long retryAfterSeconds, List<HeaderField> fields) {
        Map<Long, Long> windows = new LinkedHashMap<>();
        for (LimitView limit : view.limits()) {
            if (!limit.limit().isBudget() && limit.limit().capacity() > 0) {
                long quota = Math.min(limit.limit().capacity(), StructuredFields.LARGEST);
                windows.merge(
                        quota, Times.seconds(limit.refillMillis(limit.limit().capacity())), Math::max);
            }
        }
        if (!windows.isEmpty()) {
            StringBuilder policies = new StringBuilder();
            windows.forEach((quota, window) -> policies.append(policies.length() == 0 ? "" : ", ")
                    .append(quota)
                    .append(";w=")
                    .append(window));
            fields.add(new HeaderField("RateLimit-Policy", policies.toString()));
        }
        LimitView nearest = view.nearest();
        StringBuilder limit = new StringBuilder("limit=");
        StructuredFields.integer(limit, nearest.limit().capacity());
        StructuredFields.integer(limit.append(", remaining="), nearest.remaining());
        limit.append(", reset=").append(Resets.seconds(view, nearest, retryAfterSeconds));
        fields.add(new HeaderField("RateLimit", limit.toString()));
    }
}
