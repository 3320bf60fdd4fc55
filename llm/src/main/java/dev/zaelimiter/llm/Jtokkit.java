package dev.zaelimiter.llm;

/** Whether jtokkit is on the class path; apart, so that asking loads nothing of it. */
final class Jtokkit {

    private Jtokkit() {}

    static boolean isThere() {
        try {
            Class.forName("com.knuddels.jtokkit.Encodings", false, Jtokkit.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
