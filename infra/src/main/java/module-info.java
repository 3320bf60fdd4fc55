/** Puts a table, its policies and its aggregator into an AWS account, and takes them out again. */
module dev.zaelimiter.infra {
    requires transitive dev.zaelimiter;
    requires transitive dev.zaelimiter.dynamodb;
    requires software.amazon.awssdk.services.cloudformation;
    requires software.amazon.awssdk.services.cloudwatch;
    requires software.amazon.awssdk.services.ecs;
    requires software.amazon.awssdk.services.lambda;
    requires software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.utils;
    requires static org.jspecify;

    exports dev.zaelimiter.infra;
}
