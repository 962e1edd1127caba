/**
 * The engine over HTTP, in DynamoDB's JSON protocol 1.0. {@link
 * dev.trestle.dynamodb.wire.WireServer} listens, {@code WireHandler} does what DynamoDB does around
 * an operation, {@link dev.trestle.dynamodb.wire.Protocol} turns bytes into bytes and knows nothing
 * of HTTP.
 *
 * <p>An operation is a {@code Route}: the members its request may have, how they become the
 * engine's operation, how its answer is written. Requests are read token by token, values straight
 * into their encoded form. Signatures are verified before that, in {@code signature}.
 */
@NullMarked
package dev.trestle.dynamodb.wire;

import org.jspecify.annotations.NullMarked;
