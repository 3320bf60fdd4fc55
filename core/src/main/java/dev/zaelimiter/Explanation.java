package dev.zaelimiter;

import java.util.List;
import java.util.Optional;

/** Which limits hold for an entity and resource, and where each came from. Immutable. */
public final class Explanation {

    private final String entity;
    private final String resource;
    private final List<Line> lines;
    private final Optional<String> cascadesTo;

    private Explanation(String entity, String resource, List<Line> lines, Optional<String> cascadesTo) {
        this.entity = entity;
        this.resource = resource;
        this.lines = List.copyOf(lines);
        this.cascadesTo = cascadesTo;
    }

    /**
     * Collects lines.
     *
     * @param entity who
     * @param resource on what
     * @param lines one for each limit of the entity, then one for each of the parent it cascades to
     * @param cascadesTo the parent that is charged too
     * @return the explanation
     */
    public static Explanation of(String entity, String resource, List<Line> lines, Optional<String> cascadesTo) {
        return new Explanation(entity, resource, lines, cascadesTo);
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

    @Override
    public String toString() {
        return Shown.pair(entity, resource) + " " + lines;
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
