/**
 * How new entries, typing and receipts reach the sockets of this server, and how far each user has
 * received and read.
 *
 * <p>Start with {@link dev.trestle.messenger.delivery.Hub}. May use {@code message} and {@code
 * model}.
 */
@NullMarked
package dev.trestle.messenger.delivery;

import org.jspecify.annotations.NullMarked;
