/**
 * Runs declared access patterns on any {@code DynamoDbClient}. Uses {@code model}, {@code item} and
 * the SDK; knows no engine.
 */
@NullMarked
package dev.trestle.store;

import org.jspecify.annotations.NullMarked;
