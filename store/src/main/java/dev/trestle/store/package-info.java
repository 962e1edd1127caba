/**
 * Runs declared access patterns on any {@code DynamoDbClient}. Start with {@link
 * dev.trestle.store.Store}; behind it each pattern has a plan ({@code GetPlan}, {@code QueryPlan},
 * …), made once from {@code Expressions} and run many times. Uses {@code model}, {@code item} and
 * the SDK; knows no engine.
 */
@NullMarked
package dev.trestle.store;

import org.jspecify.annotations.NullMarked;
