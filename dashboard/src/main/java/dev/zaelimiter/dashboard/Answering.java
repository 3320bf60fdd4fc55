package dev.zaelimiter.dashboard;

/** What a page can ask for, each under a path of its own. Safe for use by many threads. */
interface Answering {

    /** What paths of questions begin with. */
    String PREFIX = "/api/";

    /**
     * Answers.
     *
     * @param writes whether it was sent by POST
     * @param path after {@link #PREFIX}
     * @param form the fields of the query, or those that were sent
     */
    Reply answer(boolean writes, String path, Form form);
}
