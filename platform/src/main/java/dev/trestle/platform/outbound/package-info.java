/**
 * Calls to addresses that users name: which of them are allowed, and a POST that goes to the very
 * address that was checked.
 *
 * <p>Start with {@link dev.trestle.platform.outbound.AddressPolicy}. Uses the JDK only.
 */
@NullMarked
package dev.trestle.platform.outbound;

import org.jspecify.annotations.NullMarked;
