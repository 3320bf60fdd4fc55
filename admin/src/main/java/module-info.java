/** Administration: what operators need and the hot path does not. */
module dev.zaelimiter.admin {
    requires transitive dev.zaelimiter;
    requires org.snakeyaml.engine;
    requires static org.jspecify;

    exports dev.zaelimiter.admin;
    exports dev.zaelimiter.admin.capacity;
    exports dev.zaelimiter.admin.manifest;
    exports dev.zaelimiter.admin.migration;
    exports dev.zaelimiter.admin.survey;
}
