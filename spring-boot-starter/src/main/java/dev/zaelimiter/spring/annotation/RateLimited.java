package dev.zaelimiter.spring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Takes tokens before a method of a bean runs, or refuses. On a class it is for all public methods of it. Several are
 * all taken, those of the class first; if one refuses, nothing is taken and the method does not run.
 *
 * <pre>{@code
 * @RateLimited(resource = "gpt-4", entity = "#user.id", take = {"rpm=1", "tpm=#prompt.length() / 4"},
 *         settle = "tpm=#result.totalTokens")
 * Answer ask(User user, String prompt) { ... }
 * }</pre>
 *
 * <p>What stands right of an equals sign, and {@link #entity}, are expressions in SpEL. They see the arguments
 * ({@code #name}, or {@code #p0}), {@code #principal}, and beans ({@code @bean}); those of {@link #settle} also
 * {@code #result}, and {@code #count} of a stream. They are parsed when the bean is made: what can't be is an error
 * there that names method and expression.
 *
 * <p>If the method fails, what was taken goes back. A method that returns a {@code CompletableFuture} or a
 * {@code CompletionStage} is limited without blocking, and its end is that of the future; so is one that returns a
 * {@code Mono}, a {@code Flux} or another reactive type, for each subscription: what was taken goes back if it fails,
 * or is cancelled, before its first element.
 *
 * <p>Only calls that come from outside the bean are seen: a method that calls another one of {@code this} goes past the
 * annotation of that. Use a {@link dev.zaelimiter.RateLimiter} there.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Repeatable(RateLimited.All.class)
public @interface RateLimited {

    /**
     * What is used.
     *
     * @return a name; with expressions in <code>#{ }</code>, and placeholders in <code>${ }</code>
     */
    String resource();

    /**
     * Who is limited.
     *
     * @return an expression that yields a text, a number, a UUID, an enum or a principal; a fixed name stands in
     *     quotes: {@code "'everybody'"}
     */
    String entity();

    /**
     * How many tokens of which limit.
     *
     * @return each {@code LIMIT=EXPRESSION}; a fraction is rounded up
     */
    String[] take();

    /**
     * How many it really was, looked at once the method has returned. An expression that yields null leaves what was
     * taken.
     *
     * @return each {@code LIMIT=EXPRESSION}, for limits of {@link #take}
     */
    String[] settle() default {};

    /**
     * How long a call may wait for its tokens.
     *
     * @return a duration, as {@code 500ms} or {@code PT1S}, or a placeholder; by default none
     */
    String waitAtMost() default "0s";

    /**
     * What to do when the store gives no answer in time.
     *
     * @return by default what the stored configuration and the properties say
     */
    Unanswered onUnavailable() default Unanswered.AS_CONFIGURED;

    /**
     * A method that is called instead of one that was refused.
     *
     * @return the name of a method of the same class with the same parameters, and perhaps a
     *     {@link dev.zaelimiter.RateLimitExceededException} after them; by default none, and that exception is thrown
     */
    String fallback() default "";

    /** What to do when the store gives no answer. */
    enum Unanswered {
        /** As the stored configuration says, or else the properties. */
        AS_CONFIGURED,
        /** The call fails. */
        BLOCK,
        /** The call goes through, without a limit. */
        ALLOW
    }

    /** Several on one method or class. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @Documented
    @interface All {

        /**
         * Each of them.
         *
         * @return in the order in which they are taken
         */
        RateLimited[] value();
    }
}
