/**
 * An embedded, durable store of DynamoDB tables: how to open one, its options, and the exceptions
 * of its storage. Start at {@link dev.trestle.engine.Engine}. Uses {@code dev.trestle.item}; it
 * knows nothing of JSON, HTTP or the AWS SDK, and only {@code dev.trestle.engine.storage} uses
 * RocksDB.
 */
@NullMarked
package dev.trestle.engine;

import org.jspecify.annotations.NullMarked;
