package dev.zaelimiter.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the help and the reference say of a command beside its options. Tests hold commands to it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Manual {

    /**
     * How it is called.
     *
     * @return command lines without {@code zae-limiter}
     */
    String[] examples();

    /**
     * What {@code --output json} prints.
     *
     * @return the keys of the object, or of each object in the list, in their order
     */
    String[] keys();

    /**
     * Whether that is a list of objects.
     *
     * @return false for one object
     */
    boolean list() default false;
}
