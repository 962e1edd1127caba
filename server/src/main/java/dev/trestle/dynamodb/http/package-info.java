/**
 * The engine over HTTP, in DynamoDB's JSON protocol 1.0. {@link
 * dev.trestle.dynamodb.http.DynamoDbServer} listens, {@code DynamoDbHandler} does what DynamoDB
 * does around an operation, and {@code JsonProtocol} turns bytes into bytes without knowing HTTP.
 *
 * <p>A {@code JsonOperation} says which members a request may have, how they become the engine's
 * operation, and how its result is written. Requests are read token by token, values directly into
 * their encoded form. Signatures are verified before that, in {@code signature}.
 */
@NullMarked
package dev.trestle.dynamodb.http;

import org.jspecify.annotations.NullMarked;
