package dev.zaelimiter.tests.architecture.dynamodb;

/** Stands for a class of the DynamoDB store. */
public final class AnyStore {}
