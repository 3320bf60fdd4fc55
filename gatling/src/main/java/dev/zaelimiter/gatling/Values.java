package dev.zaelimiter.gatling;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.internal.Expressions;
import java.util.function.Function;

/** Values that depend on the session. */
final class Values {

    private Values() {}

    /** A text, in which Gatling's expressions are resolved each time. */
    static Function<Session, String> text(String text) {
        return Expressions.expressionToJavaFunction(Expressions.toStringExpression(text));
    }
}
