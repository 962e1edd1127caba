/**
 * Repeated calls that have one effect: the {@code Idempotency-Key} header around an endpoint, with
 * its replies in a table.
 *
 * <p>May use {@code platform.web} and {@code store}. Start with {@link
 * dev.trestle.platform.idempotency.Idempotency}; its table is in {@link
 * dev.trestle.platform.idempotency.IdempotencyModel}.
 */
@NullMarked
package dev.trestle.platform.idempotency;

import org.jspecify.annotations.NullMarked;
