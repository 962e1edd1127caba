/**
 * Delivers the changes of a table to a consumer group: in order for each item, at least once,
 * resumed after a crash.
 *
 * <p>{@link dev.trestle.platform.feed.ChangeFeed} is the port; {@link
 * dev.trestle.platform.feed.StreamFeed} reads DynamoDB Streams. May use {@code model}, {@code
 * store}, the SDK's clients and {@code platform.lease}.
 */
@NullMarked
package dev.trestle.platform.feed;

import org.jspecify.annotations.NullMarked;
