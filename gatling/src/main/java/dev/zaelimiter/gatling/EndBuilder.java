package dev.zaelimiter.gatling;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Ends a lease that is held in the session: by default all of it is kept. To be given to {@code exec}. Immutable. */
public final class EndBuilder implements ActionBuilder {

    private final String name;
    private final String key;
    private final List<Amount> settlements;
    private final boolean givesBack;

    private EndBuilder(String name, String key, List<Amount> settlements, boolean givesBack) {
        this.name = name;
        this.key = key;
        this.settlements = List.copyOf(settlements);
        this.givesBack = givesBack;
    }

    static EndBuilder of(String name, String key) {
        return new EndBuilder(name, key, List.of(), false);
    }

    /**
     * What was really used of a limit.
     *
     * @param limit its name
     * @param total gives the tokens in all
     * @return the request with it
     */
    public EndBuilder settle(String limit, ToLongFunction<Session> total) {
        List<Amount> more = new ArrayList<>(settlements);
        more.add(new Amount(limit, total));
        return new EndBuilder(name, key, more, givesBack);
    }

    /**
     * What was really used of a limit.
     *
     * @param limit its name
     * @param total tokens in all
     * @return the request with it
     */
    public EndBuilder settle(String limit, long total) {
        return settle(limit, session -> total);
    }

    /**
     * Gives all of it back instead.
     *
     * @return the request with it
     */
    public EndBuilder giveBack() {
        return new EndBuilder(name, key, settlements, true);
    }

    @Override
    public io.gatling.core.action.builder.ActionBuilder asScala() {
        return (context, next) -> new EndAction(Context.of(context, next), Values.text(name), this);
    }

    String key() {
        return key;
    }

    List<Amount> settlements() {
        return settlements;
    }

    boolean givesBack() {
        return givesBack;
    }
}
