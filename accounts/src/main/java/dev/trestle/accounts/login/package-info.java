/**
 * Proof that someone has a phone number: login codes, and the gateway that sends them.
 *
 * <p>May use {@code model}.
 */
@NullMarked
package dev.trestle.accounts.login;

import org.jspecify.annotations.NullMarked;
