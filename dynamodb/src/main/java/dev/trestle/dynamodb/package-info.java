/**
 * DynamoDB's API on the engine, in two ways: {@code embedded} has the AWS SDK's clients in-process,
 * {@code http} is the HTTP endpoint. May use the engine, the module {@code http}, the SDK and
 * jackson-core.
 */
@NullMarked
package dev.trestle.dynamodb;

import org.jspecify.annotations.NullMarked;
