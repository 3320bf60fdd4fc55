/**
 * The store on a DynamoDB table. The AWS SDK shows in two places: where a client or a source of credentials of one's
 * own is handed in.
 */
module dev.zaelimiter.dynamodb {
    requires transitive dev.zaelimiter;
    requires static org.jspecify;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires transitive software.amazon.awssdk.identity.spi;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.retries;
    requires software.amazon.awssdk.retries.api;
    requires software.amazon.awssdk.utils;

    exports dev.zaelimiter.dynamodb;

    // Which client of HTTP there is, the class path says.
    uses software.amazon.awssdk.http.async.SdkAsyncHttpService;
}
