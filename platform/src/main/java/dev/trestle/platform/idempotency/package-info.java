/**
 * Calls that are sent twice and done once: the {@code Idempotency-Key} header around an endpoint,
 * its answers in a table.
 *
 * <p>May use {@code platform.web} and {@code store}. Start with {@link
 * dev.trestle.platform.idempotency.Idempotency}; its table is in {@link
 * dev.trestle.platform.idempotency.Remembered}.
 */
@NullMarked
package dev.trestle.platform.idempotency;

import org.jspecify.annotations.NullMarked;
