/** An archive of expired records of changes, in a bucket of S3. */
// Named as the service is.
@SuppressWarnings("module")
module dev.zaelimiter.aggregator.s3 {
    requires transitive dev.zaelimiter.aggregator;
    requires transitive software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.regions;
    requires static org.jspecify;

    exports dev.zaelimiter.aggregator.s3;
}
