/**
 * Tests what DynamoDB does, operation by operation, with the embedded client or any endpoint
 * ({@code -Dtrestle.endpoint}). Nothing here depends on the engine.
 */
@NullMarked
package dev.trestle.conformance.behaviour;

import org.jspecify.annotations.NullMarked;
