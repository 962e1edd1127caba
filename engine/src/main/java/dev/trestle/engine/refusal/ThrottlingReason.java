package dev.trestle.engine.refusal;

/**
 * Why a request was throttled.
 *
 * @param reason DynamoDB's name, such as TableWriteKeyRangeThroughputExceeded
 * @param resource the ARN of the table or index
 */
public record ThrottlingReason(String reason, String resource) {}
