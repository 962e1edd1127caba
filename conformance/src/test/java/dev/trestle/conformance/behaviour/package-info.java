/**
 * What DynamoDB does, operation by operation, asked of whatever the tests are pointed at: the
 * embedded client, or any endpoint with {@code -Dtrestle.endpoint}. Nothing here knows the engine.
 * Start with {@link dev.trestle.conformance.behaviour.PutItemTest}.
 */
@NullMarked
package dev.trestle.conformance.behaviour;

import org.jspecify.annotations.NullMarked;
