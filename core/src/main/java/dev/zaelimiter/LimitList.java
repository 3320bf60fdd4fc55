package dev.zaelimiter;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rule for a set of limits that stand together. */
final class LimitList {

    private LimitList() {}

    static List<Limit> checked(List<Limit> limits) {
        if (limits.isEmpty()) {
            throw new InvalidInputException("limits", "[]", "at least one limit; to remove limits, delete them");
        }
        if (limits.size() > AcquireRequest.MAX_LIMITS) {
            throw new InvalidInputException(
                    "limits", limits.size() + " limits", "at most " + AcquireRequest.MAX_LIMITS + " on one resource");
        }
        Set<String> names = new HashSet<>();
        for (Limit limit : limits) {
            if (!names.add(limit.name())) {
                throw new InvalidInputException("limits", limit.name(), "each limit once");
            }
        }
        return List.copyOf(limits);
    }
}
