package dev.zaelimiter.infra;

/** Hears what goes on, on the thread that deploys or deletes. By default it does nothing with it. */
public interface DeploymentListener {

    /** Hears nothing. */
    DeploymentListener NONE = new DeploymentListener() {};

    /**
     * The next thing is done.
     *
     * @param sentence what, for people, without a full stop
     */
    default void next(String sentence) {}

    /**
     * CloudFormation did something.
     *
     * @param step what
     */
    default void step(StackStep step) {}
}
