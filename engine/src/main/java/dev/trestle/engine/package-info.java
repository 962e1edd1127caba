/**
 * An embedded, durable store of DynamoDB tables. Uses {@code dev.trestle.item}; sees no JSON, no
 * HTTP and no SDK, and only {@code dev.trestle.engine.storage} sees RocksDB.
 */
@NullMarked
package dev.trestle.engine;

import org.jspecify.annotations.NullMarked;
