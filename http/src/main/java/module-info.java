/** Limits over HTTP, without a framework. */
module dev.zaelimiter.http {
    requires transitive dev.zaelimiter;
    requires transitive java.net.http;
    requires static org.jspecify;

    exports dev.zaelimiter.http;
    exports dev.zaelimiter.http.address;
    exports dev.zaelimiter.http.client;
    exports dev.zaelimiter.http.route;
}
