package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/** Which limits hold for an entity and resource, and where each came from. Immutable. */
public final class Explanation {

    private final String entity;
    private final String resource;
    private final List<Line> lines;
    private final Optional<String> cascadesTo;
    private final List<String> unfollowed;

    private Explanation(
            String entity, String resource, List<Line> lines, Optional<String> cascadesTo, List<String> unfollowed) {
        this.entity = entity;
        this.resource = resource;
        this.lines = List.copyOf(lines);
        this.cascadesTo = cascadesTo;
        this.unfollowed = List.copyOf(unfollowed);
    }

    /**
     * Collects lines.
     *
     * @param entity who
     * @param resource on what
     * @param lines one for each limit of the entity, then one for each of the parent it cascades to
     * @param cascadesTo the parent that is charged too
     * @param unfollowed what is in force in addition, and stops every acquire
     * @return the explanation
     */
    public static Explanation of(
            String entity, String resource, List<Line> lines, Optional<String> cascadesTo, List<String> unfollowed) {
        return new Explanation(entity, resource, lines, cascadesTo, unfollowed);
    }

    /**
     * Who.
     *
     * @return the entity
     */
    public String entity() {
        return entity;
    }

    /**
     * On what.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }

    /**
     * One line for each limit of the entity, then one for each of the parent it cascades to.
     *
     * @return empty if nothing is configured
     */
    public List<Line> lines() {
        return lines;
    }

    /**
     * The parent that is charged too.
     *
     * @return empty if the entity does not cascade
     */
    public Optional<String> cascadesTo() {
        return cascadesTo;
    }

    /**
     * What is in force in addition to the limits, and can't be followed here, so that every acquire that it concerns
     * fails: kinds of limits that only the Python system knows, by the levels and the bucket that hold them, and limits
     * that are damaged.
     *
     * @return sentences; usually none
     */
    public List<String> unfollowed() {
        return unfollowed;
    }

    @Override
    public String toString() {
        return Shown.pair(entity, resource) + " " + lines + (unfollowed.isEmpty() ? "" : " " + unfollowed);
    }

    /** One limit in force. Immutable. */
    public static final class Line {

        private final String entity;
        private final Limit limit;
        private final Level.Kind level;

        private Line(String entity, Limit limit, Level.Kind level) {
            this.entity = entity;
            this.limit = limit;
            this.level = level;
        }

        /**
         * One limit in force.
         *
         * @param entity whose
         * @param limit its definition
         * @param level where it came from
         * @return the line
         */
        public static Line of(String entity, Limit limit, Level.Kind level) {
            return new Line(entity, limit, level);
        }

        /**
         * Whose limit.
         *
         * @return the entity or its parent
         */
        public String entity() {
            return entity;
        }

        /**
         * Its definition.
         *
         * @return the limit
         */
        public Limit limit() {
            return limit;
        }

        /**
         * Where it came from.
         *
         * @return the level
         */
        public Level.Kind level() {
            return level;
        }

        @Override
        public String toString() {
            return Shown.entity(entity) + ": " + limit + " from " + level;
        }
    }
}
