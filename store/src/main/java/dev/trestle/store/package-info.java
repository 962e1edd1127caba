/**
 * Runs declared access patterns on any {@code DynamoDbClient}. Start with {@link
 * dev.trestle.store.Store}. Each pattern has a plan ({@code GetPlan}, {@code QueryPlan}, …) that is
 * created once, with its {@code PatternExpressions}, and run many times. Uses {@code model}, {@code
 * item} and the SDK, but not the engine.
 */
@NullMarked
package dev.trestle.store;

import org.jspecify.annotations.NullMarked;
