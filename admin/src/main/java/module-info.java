/** Administration: what operators need and the hot path does not. */
module dev.zaelimiter.admin {
    requires transitive dev.zaelimiter;
    requires static org.jspecify;

    exports dev.zaelimiter.admin;
}
