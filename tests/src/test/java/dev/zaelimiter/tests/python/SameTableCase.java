package dev.zaelimiter.tests.python;

/**
 * What one system does and the other has to go by, each way. Both begin with 10 of {@code rpd} a day for everybody, a
 * process and a client that are warm, and a bucket of {@code warm} that both have used.
 */
interface SameTableCase {

    /** What one system does. */
    String words();

    /** Python does it, and ours go by it. */
    void byPython(Fleet fleet);

    /** Ours do it, and Python goes by it. */
    void byOurs(Fleet fleet);
}
