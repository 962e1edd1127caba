/**
 * {@code ./trestle bench messenger}: the chat server in a process of its own, on a durable engine,
 * and many sockets driven by one thread. Start with {@link
 * dev.trestle.bench.messenger.MessengerBench}.
 */
@NullMarked
package dev.trestle.bench.messenger;

import org.jspecify.annotations.NullMarked;
