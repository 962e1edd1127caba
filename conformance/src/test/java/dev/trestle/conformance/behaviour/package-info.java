/**
 * What DynamoDB does, operation by operation, asked of whatever the tests are pointed at: the
 * embedded client, or any endpoint with {@code -Dtrestle.endpoint}. Nothing here knows the engine.
 */
@NullMarked
package dev.trestle.conformance.behaviour;

import org.jspecify.annotations.NullMarked;
